// What the server says of a stored game's tree; see docs/protocol.md. Types only: nothing of this
// is sent to a browser.

import type { Shape } from '../../board/config.js';
import type { Player, Side } from './protocol.js';

export interface Change {
  type: 'change';
  seq: number;
  at: number;
  by: Player;
  kind: string;
  node?: number;
  parent?: number;
  move?: string;
  text?: string;
  of?: string;
  on?: boolean;
}

export type TreeMessage =
  | { type: 'welcome'; player: Player; seat: Side | null; seq: number; now: number }
  | {
      type: 'tree';
      seq: number;
      plies: number;
      locked: boolean;
      nodes: { node: number; parent: number; move: string; by: Player }[];
      notes: { node: number; by: Player; text: string }[];
    }
  | { type: 'notes'; notes: { node: number; by: Player; text: string }[] }
  | Change
  | { type: 'ack'; id: string; seq: number }
  | { type: 'nack'; id: string | null; code: string; rule?: string; squares?: string[]; seq: number }
  | { type: 'looked'; player: Player; node: number }
  | { type: 'drawn'; player: Player; node: number; shapes: Shape[] }
  | { type: 'readers'; count: number };
