import type { Texts } from './texts';

// The user's choices, kept by the browser. A browser that keeps nothing (private windows) is fine too.
export interface Settings {
  engine: 'native' | 'browser';
  theme: 'system' | 'light' | 'dark';
  lines: number;
  threads: number;
  hash: number; // MiB
  arrows: boolean;
  side: 'white' | 'black' | 'random';
  start: 'standard' | '960' | 'here';
  level: number;
  minutes: number;
  increment: number; // seconds
  gameTime: number; // ms a move, for the analysis of a game
  treeDepth: number;
  tablesDeclined: boolean; // no offer to make endgame tables any more
  threat: boolean;
  worth: boolean; // of each piece, on the board
  syzygyPath: string;
  isLimited: boolean; // the analysis, to limitElo
  limitElo: number;
  board: keyof Texts['settings']['boards'];
  pieces: keyof Texts['settings']['pieceSets'];
  sound: boolean;
  premoves: boolean;
  autoplayTime: number; // s a move
}

const defaults: Settings = {
  engine: 'native',
  theme: 'system',
  lines: 3,
  threads: 0, // 0: choose a sensible number
  hash: 64,
  arrows: true,
  side: 'white',
  start: 'standard',
  level: 8,
  minutes: 10,
  increment: 5,
  gameTime: 300,
  treeDepth: 9,
  tablesDeclined: false,
  threat: false,
  worth: false,
  syzygyPath: '',
  isLimited: false,
  limitElo: 1500,
  board: 'brown',
  pieces: 'cburnett',
  sound: true,
  premoves: true,
  autoplayTime: 2,
};
const key = 'stillpoint-settings';

export function loadSettings(): Settings {
  try {
    return { ...defaults, ...(JSON.parse(localStorage.getItem(key) ?? '{}') as Partial<Settings>) };
  } catch {
    return { ...defaults };
  }
}

export function saveSettings(settings: Settings): void {
  try {
    localStorage.setItem(key, JSON.stringify(settings));
  } catch {
    // Only the memory of a choice is lost.
  }
}
