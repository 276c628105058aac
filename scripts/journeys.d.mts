export const JOURNEYS: Record<string, string[]>;
export function findJourneys(folder: string): string[];
