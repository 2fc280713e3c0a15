/** Passkeys: what the server asks, put to the browser's authenticator, and its answer as JSON (W3C Web Authentication). */

import { api } from "./api.js";

/** @param {string} text base64url */
const toBytes = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));

/** @param {ArrayBuffer | null} buffer */
const toText = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer ?? new ArrayBuffer(0))))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/** @param {{ id: string }[]} credentials @returns {PublicKeyCredentialDescriptor[]} */
const descriptors = (credentials) => credentials.map(({ id }) => ({ type: "public-key", id: toBytes(id) }));

/** Whether this browser knows passkeys, on an address where it may use them. */
export const arePasskeysPossible = () => "PublicKeyCredential" in window && isSecureContext;

/** @param {PublicKeyCredential} credential @param {string} challenge @param {Record<string, string>} response */
const answer = ({ id, rawId, type }, challenge, response) => ({ id, rawId: toText(rawId), type, challenge, response });

/**
 * Have the authenticator answer; null if the person does not want to, or has none for this site.
 * @param {() => Promise<Credential | null>} request
 */
async function asked(request) {
  try {
    return /** @type {PublicKeyCredential | null} */ (await request());
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

/** What proves who it is; null: they gave up. */
export async function usePasskey() {
  const { challenge, allowCredentials, ...options } = await api.post("/session/passkey/begin");
  const publicKey = { ...options, challenge: toBytes(challenge), allowCredentials: descriptors(allowCredentials) };
  const found = await asked(() => navigator.credentials.get({ publicKey }));
  if (!found) return null;
  const response = /** @type {AuthenticatorAssertionResponse} */ (found.response);
  return answer(found, challenge, {
    clientDataJSON: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: toText(response.userHandle),
  });
}

/** A new passkey of whoever is signed in, stored; null: they gave up. */
export async function makePasskey() {
  const { challenge, user, excludeCredentials, ...options } = await api.post("/passkeys/begin");
  const publicKey = {
    ...options,
    challenge: toBytes(challenge),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: descriptors(excludeCredentials),
  };
  const made = await asked(() => navigator.credentials.create({ publicKey }));
  if (!made) return null;
  const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
  return api.post(
    "/passkeys",
    answer(made, challenge, {
      clientDataJSON: toText(response.clientDataJSON),
      attestationObject: toText(response.attestationObject),
    }),
  );
}
