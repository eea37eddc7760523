"""Which build of the site this is: the build writes its id here; what the page loads lies in a folder of that name."""

BUILD = ""
FOLDER = f"{BUILD}/" if BUILD else ""
