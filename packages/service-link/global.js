// Types only: the script tag sets `Service` in the page.
export {};
