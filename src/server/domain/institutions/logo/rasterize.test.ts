import { expect, test } from "vitest";
import { listPolygons, rasterize, WHOLE } from "./rasterize.ts";

/** The area within a path, by counting pixels. */
const areaOf = (path: string) => {
  const pixels = rasterize(listPolygons(path), 400, 10);
  return pixels.reduce((sum, coverage) => sum + coverage / WHOLE, 0) / 100;
};

test("lines enclose the same area in every way of writing them", () => {
  expect(areaOf("M10 10h20v10h-20z")).toBeCloseTo(200, 6);
  expect(areaOf("M10 10H30V20H10Z")).toBeCloseTo(200, 6);
  expect(areaOf("m10 10 20 0 0 10-20 0z")).toBeCloseTo(200, 6);
  expect(areaOf("M10 10 30 10 30 20 10 20")).toBeCloseTo(200, 6);
});

test("arcs are of the circle, the short way and the long way round, in both directions", () => {
  const circle = Math.PI * 100;
  expect(areaOf("M10 20a10 10 0 0 1 20 0a10 10 0 0 1-20 0z")).toBeCloseTo(circle, -0.5);
  expect(areaOf("M10 20A10 10 0 1 0 20 10z")).toBeCloseTo(circle * 0.75 + 50, -0.5);
  expect(areaOf("M10 20A10 10 0 0 1 20 10z")).toBeCloseTo(circle * 0.25 - 50, -0.5);
  expect(areaOf("M20 10A10 10 0 0 0 10 20z")).toBeCloseTo(circle * 0.25 - 50, -0.5);
});

test("a curve bulges as far as its handles pull it", () => {
  expect(areaOf("M10 10c0 10 20 10 20 0z")).toBeCloseTo(120, 0);
});

test("a curve that goes on smoothly leaves in the direction that the last one came in", () => {
  const smooth = "M0 10c5 0 5 10 10 10s5-10 10-10z";
  expect(listPolygons(smooth)).toEqual(listPolygons("M0 10c5 0 5 10 10 10c5 0 5-10 10-10z"));
  expect(listPolygons("M0 10h5s5 10 10 0")).toEqual(listPolygons("M0 10h5c0 0 5 10 10 0"));
});

test("a polygon within a polygon is a hole, wherever the pen was when it closed", () => {
  expect(areaOf("M10 10h20v20h-20zm5 5h10v10h-10z")).toBeCloseTo(300, 6);
});

test("refuses path commands that no logo uses", () => {
  for (const path of ["M0 0q1 1 2 2", "M0 0l1", "M0 0z1", "M0 0a2 3 0 0 1 4 4"])
    expect(() => listPolygons(path), path).toThrow();
});
