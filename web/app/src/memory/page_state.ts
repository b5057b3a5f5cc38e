import type { KeptLines } from '../analysis';
import type { SavedGame } from '../chess/saved_game';
import type { SavedMatch } from '../play/match';
import type { TabName } from '../view/tabs';

// What a page is found as again. The user's settings are kept apart, for all pages.
export interface PageState {
  game: SavedGame;
  match: SavedMatch | undefined;
  lines: KeptLines;
  isAnalysing: boolean;
  isReviewing?: boolean; // the whole game; pages of before 0.2 don't say
  tab: TabName;
  orientation: 'white' | 'black';
}
