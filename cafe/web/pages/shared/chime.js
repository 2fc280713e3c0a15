/** A few notes, one after another: nothing to load, and heard above a kitchen. */

const NOTE_SECONDS = 0.16;

/**
 * @param {AudioContext | null} audio silent unless a touch has unlocked it
 * @param {number[]} notes their frequencies, in hertz
 * @param {number} loudness up to 1
 */
export function playNotes(audio, notes, loudness = 0.9) {
  if (audio?.state !== "running") return;
  for (const [at, frequency] of notes.entries()) {
    const begins = audio.currentTime + at * NOTE_SECONDS;
    const oscillator = audio.createOscillator();
    const gain = audio.createGain();
    oscillator.type = "triangle";
    oscillator.frequency.value = frequency;
    gain.gain.setValueAtTime(0.0001, begins);
    gain.gain.exponentialRampToValueAtTime(loudness, begins + 0.02);
    gain.gain.exponentialRampToValueAtTime(0.0001, begins + NOTE_SECONDS * 1.6);
    oscillator.connect(gain).connect(audio.destination);
    oscillator.start(begins);
    oscillator.stop(begins + NOTE_SECONDS * 2);
  }
}
