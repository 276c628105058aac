/** Runs a callback of the page; what it throws is reported as uncaught, and breaks nothing here. */
export const call = (callback: () => void): void => {
  try {
    callback();
  } catch (error) {
    reportError(error);
  }
};
