"""Whether the pages are HTML, as they are served and as the scripts have made them: `make markup`."""
