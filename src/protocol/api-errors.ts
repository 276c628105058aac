import type { ErrorRow } from "./error-row.ts";

/** Errors of the service itself and of Asset Reports. */
export const API_ERRORS = {
  PLANNED_MAINTENANCE: {
    status: 503,
    type: "API_ERROR",
    message: "the service is in planned maintenance; try again later",
    display: "We are improving the service right now.",
  },
  INTERNAL_SERVER_ERROR: {
    status: 500,
    type: "API_ERROR",
    message: "an unexpected error occurred; it has been logged under this request_id",
    display: "Something went wrong on our side.",
  },
  SERVICE_UNAVAILABLE: {
    status: 503,
    type: "API_ERROR",
    message: "the request cannot be answered right now; try again later",
  },
  LINK_UNREACHABLE: {
    status: 503,
    type: "API_ERROR",
    message: "Link could not be loaded, or its server could not be reached",
  },

  ASSET_REPORT_GENERATION_FAILED: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report could not be made; create another one",
  },
  ASSET_REPORT_NOT_READY: {
    code: "PRODUCT_NOT_READY",
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report is still being made; try again in a few seconds",
  },
  DATA_UNAVAILABLE: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "none of the Items could be read; causes says why for each",
  },
  INVALID_PARENT: {
    status: 400,
    type: "ASSET_REPORT_ERROR",
    message: "the Asset Report to start from could not be made, or was removed",
  },
} as const satisfies Record<string, ErrorRow>;
