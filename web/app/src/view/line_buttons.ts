import { playLine, turnOf } from '../chess/rules';
import { el } from './dom';
import type { PreviewBoard } from './preview_board';

export interface LineActions {
  preview: PreviewBoard;
  orientation: () => 'white' | 'black';
  play: (moves: string[]) => void; // from the position the line starts in
}

// A line of moves as buttons: pointing at one shows the board after it, clicking plays up to it.
export function lineButtons(fen: string, moves: readonly string[], { preview, orientation, play }: LineActions): Node[] {
  const whiteBegins = turnOf(fen) === 'white';
  let number = Number(fen.split(' ')[5] ?? 1);
  const played = playLine(fen, moves);
  return played.map((move, index) => {
    const white = whiteBegins === (index % 2 === 0);
    const prefix = white ? `${number}. ` : index === 0 ? `${number}… ` : '';
    if (!white) ++number;
    const show = (event: Event): void => preview.show(move.fen, move.uci, orientation(), event.currentTarget as Element);
    return el(
      'button',
      {
        type: 'button',
        class: 'move',
        onpointermove: show, // entering is not enough: a line may come to lie under a pointer that rests
        onpointerleave: () => preview.hide(),
        onfocus: show,
        onblur: () => preview.hide(),
        onclick: () => {
          preview.hide();
          play(played.slice(0, index + 1).map(({ uci }) => uci));
        },
      },
      prefix + move.san,
    );
  });
}
