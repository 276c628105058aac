import { firstMoves } from "./first-moves.ts";
import { laterMoves } from "./later-moves.ts";
import type { Table } from "./move.ts";

/** Every move of every state. */
export const allMoves: Table = { ...firstMoves, ...laterMoves };
