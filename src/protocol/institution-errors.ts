import type { ErrorRow } from "./error-row.ts";

/** Errors of institutions. */
export const INSTITUTION_ERRORS = {
  INSTITUTION_DOWN: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is down or in maintenance",
    display: "This institution is not available right now.",
  },
  INSTITUTION_NOT_RESPONDING: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution did not answer in time",
    display: "This institution is not responding right now.",
  },
  INSTITUTION_NO_LONGER_SUPPORTED: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is no longer supported",
    display: "This institution is no longer supported.",
  },
  INSTITUTION_NOT_AVAILABLE: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution is not available at the moment",
    display: "This institution is not available right now.",
  },
  INSTITUTION_NOT_ENABLED_IN_ENVIRONMENT: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution cannot be reached in this environment",
  },
  INSTITUTION_REGISTRATION_REQUIRED: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the client has to register with this institution first",
  },
  UNAUTHORIZED_INSTITUTION: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the client may not use this institution",
  },
  UNSUPPORTED_RESPONSE: {
    status: 400,
    type: "INSTITUTION_ERROR",
    message: "the institution answered in a way that is not understood",
    display: "This institution answered in a way that we do not understand.",
  },
} as const satisfies Record<string, ErrorRow>;
