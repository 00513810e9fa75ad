import type { CSSProperties, ReactNode } from 'react';
import { COLUMNS, ROWS } from '#domain/wall/grid.ts';
import type { Box } from '#domain/wall/grid.ts';
import { askBlob, isOwnPath } from '#kit/console/ask.ts';
import type { Screen } from '../model/tiles.ts';
import { TileBody } from './tile-body.tsx';
import type { LoadPicture } from './wall-picture.tsx';
import './wall.css';
import './wall-sights.css';

/** Where a box lies on the grid, whose lines are counted from 1. */
export const placeOf = ({ x, y, w, h }: Box): CSSProperties => ({
  gridColumn: `${x + 1} / span ${w}`,
  gridRow: `${y + 1} / span ${h}`,
});

export const gridStyle: CSSProperties = {
  gridTemplateColumns: `repeat(${COLUMNS}, minmax(0, 1fr))`,
  gridTemplateRows: `repeat(${ROWS}, minmax(0, 1fr))`,
};

/** For whoever is logged in a tile's picture has an address, read with his own token. */
export const loadOwn: LoadPicture = async ({ shows }, signal) => {
  const address = shows.state === 'picture' ? shows.address : undefined;
  if (!address || !isOwnPath(address)) throw new Error('a picture without an address of its own');
  return askBlob(address, {}, { signal, quiet: true });
};

type Props = { readonly screen: Screen; readonly load: LoadPicture; readonly note?: ReactNode };

/** A screen as it hangs on the wall: it fills its frame, and all in it grows with that. */
export function WallView({ screen, load, note }: Props): ReactNode {
  return (
    <section className="wall" data-theme={screen.theme} aria-label={screen.name}>
      <header>
        <h1>{screen.name}</h1>
        {note}
      </header>
      <div className="wall-grid" style={gridStyle}>
        {screen.tiles.map((tile) => (
          <article
            key={tile.id}
            className={`wall-tile ${tile.kind} ${tile.h === 1 ? 'low' : ''}`}
            style={placeOf(tile)}
          >
            {tile.title ? <h2>{tile.title}</h2> : null}
            <TileBody tile={tile} zone={screen.zone} at={screen.at} load={load} />
          </article>
        ))}
      </div>
    </section>
  );
}
