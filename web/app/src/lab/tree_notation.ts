import type { Chess } from 'chessops/chess';
import { makeFen } from 'chessops/fen';
import { makeSan } from 'chessops/san';
import { positionOf, readMove } from '../chess/rules';
import type { TreeNode } from './tree_node';
import { texts } from '../texts';

interface Known {
  label: string;
  position: Chess;
}

// Readable names for the nodes of a recorded tree, and the boards they stand for. Worked out on demand: of a hundred
// thousand nodes few are looked at.
export class TreeNotation {
  private readonly known = new Map<number, Known>();

  constructor(
    private readonly start: string, // the FEN of the position whose search was recorded
    private readonly parentOf: (node: TreeNode) => TreeNode | undefined,
  ) {}

  label(node: TreeNode): string {
    return this.lookUp(node).label;
  }

  fen(node: TreeNode): string {
    return makeFen(this.lookUp(node).position.toSetup());
  }

  // A move that a node considered.
  san(node: TreeNode, uci: string): string {
    const { position } = this.lookUp(node);
    const move = readMove(position, uci);
    return move ? makeSan(position, move) : uci;
  }

  private lookUp(node: TreeNode): Known {
    const found = this.known.get(node.id) ?? this.workOut(node);
    this.known.set(node.id, found);
    return found;
  }

  private workOut(node: TreeNode): Known {
    const parent = this.parentOf(node);
    if (!parent) return { label: texts.search.root, position: positionOf(this.start) };
    const before = this.lookUp(parent).position;
    if (node.purpose === 'null move') return { label: texts.search.nullMove, position: afterPassing(before) };
    const move = node.move === null ? undefined : readMove(before, node.move);
    if (!move) return { label: node.step, position: before }; // another question about the same position
    const position = before.clone();
    position.play(move);
    return { label: makeSan(before, move) + (node.purpose.startsWith('probcut') ? texts.search.probCut : ''), position };
  }
}

function afterPassing(before: Chess): Chess {
  const position = before.clone();
  position.turn = before.turn === 'white' ? 'black' : 'white';
  position.epSquare = undefined;
  return position;
}
