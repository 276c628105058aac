import { screen } from "@testing-library/preact";
import type { DashboardClient } from "../../protocol/dashboard/dashboard.ts";
import { openAt, type Reply, success } from "../open-dashboard.fixture.tsx";

const NO_BRAND: DashboardClient["brand"] = {
  ...{ name: "", accent: null, mode: "auto", radius: null, font: null, logo: null },
  trust_pane: false,
};

/** A response with a client of this brand. */
export const withBrand = (brand: Partial<DashboardClient["brand"]>): Reply =>
  success({ brand: { ...NO_BRAND, ...brand } });

/** Opens the white label page of a client. */
export const openWhiteLabel = async (
  brand: Partial<DashboardClient["brand"]>,
  ...replies: Reply[]
) => {
  const page = await openAt("/dashboard/white-label", withBrand(brand), ...replies);
  await screen.findByRole("region", { name: "Name and look" });
  return page;
};

/** Returns the field of the accent. */
export const accentField = () => screen.getByLabelText<HTMLInputElement>("Accent colour");
