import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { wallTime } from '#kit/declare/format.ts';
import { text } from '#kit/declare/text.ts';
import { useWords } from '#kit/console/words.ts';
import type { ScreenTile, TileFigures } from '../model/tiles.ts';

/** Fetches what a tile shows: by the link on a wall, by his own login for whoever draws it. */
export type LoadPicture = (tile: ScreenTile, signal: AbortSignal) => Promise<Blob>;

const words = {
  none: text('24 小时内没有图片', 'No picture in the last 24 hours'),
  wait: text('正在读取图片…', 'Loading the picture…'),
  broken: text('图片无法读取', 'The picture could not be loaded'),
};

/** `failedAt`: the answer for the screen with which it could not be loaded. */
type Loaded = { readonly url: string | null; readonly failedAt: string | null };
const nothing: Loaded = { url: null, failedAt: null };

/**
 * The picture of a version as an object URL. One is held at a time: the one before is let go when the next has come, the
 * last with the tile. One that failed is requested again with the next answer for the screen (`at`).
 */
function useHeldPicture(tile: ScreenTile, version: string, at: string, load: LoadPicture): Loaded {
  const [loaded, setLoaded] = useState<Loaded>(nothing);
  const held = useRef<{ readonly version: string; readonly url: string } | null>(null);
  const latest = useRef(tile);
  useEffect(() => {
    latest.current = tile;
  });
  useEffect(() => {
    if (held.current?.version === version) return;
    const over = new AbortController();
    const take = async (): Promise<void> => {
      try {
        const blob = await load(latest.current, over.signal);
        if (over.signal.aborted) return;
        const url = URL.createObjectURL(blob);
        if (held.current) URL.revokeObjectURL(held.current.url);
        held.current = { version, url };
        setLoaded({ url, failedAt: null });
      } catch {
        if (!over.signal.aborted) setLoaded(({ url }) => ({ url, failedAt: at }));
      }
    };
    void take();
    return () => over.abort();
  }, [version, at, load]);
  useEffect(
    () => () => {
      if (held.current) URL.revokeObjectURL(held.current.url);
      held.current = null;
    },
    [],
  );
  return loaded;
}

type Props = {
  readonly tile: ScreenTile;
  readonly shown: Extract<TileFigures, { state: 'picture' }>;
  readonly zone: string;
  readonly at: string;
  readonly load: LoadPicture;
};

function Held({ tile, shown, zone, at, load }: Props): ReactNode {
  const { t } = useWords();
  const { url, failedAt } = useHeldPicture(tile, shown.version, at, load);
  const caption = [shown.label, shown.at ? wallTime(shown.at, zone).slice(11, 19) : ''].filter(Boolean).join(' · ');
  if (!url) return <p className="wall-note">{t(failedAt ? words.broken : words.wait)}</p>;
  return (
    <>
      <img className="wall-picture" src={url} alt={tile.title || shown.label || ''} />
      {caption ? <p className="wall-foot">{caption}</p> : null}
    </>
  );
}

/** The last picture of a lane with its time, or a picture of one's own. */
export function WallPicture(props: Props): ReactNode {
  const { t } = useWords();
  const { version, label } = props.shown;
  if (version !== '') return <Held {...props} />;
  return (
    <>
      <p className="wall-note">{t(words.none)}</p>
      {label ? <p className="wall-foot">{label}</p> : null}
    </>
  );
}
