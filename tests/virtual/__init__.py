"""Virtual time: an event loop whose clock moves only when nothing else can run, and a network in memory."""
