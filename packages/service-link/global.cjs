// Types only: the script tag is what leaves `Service` in the page.
