/** What the browser keeps running beside the kitchen screen: the page comes up without a network, too. */

import { keepPageOf } from "../shared/worker/page.js";

keepPageOf("board", [], () => null);
