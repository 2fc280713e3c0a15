/**
 * What the browser keeps running beside the page: all parts of it, joined by the server into one script. Browsers want
 * to know what it listens to before its first pause, so no part may wait for anything at its top.
 */

import { listenOffline } from "./worker/offline.js";
import { listenPush } from "./worker/push.js";

listenOffline();
listenPush();
