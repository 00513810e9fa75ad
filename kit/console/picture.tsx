import { useState } from 'react';
import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { text } from '#kit/declare/text.ts';
import { askBlob, isOwnPath } from './ask.ts';
import { Dialog } from './floating.tsx';
import { useWords } from './words.ts';

/** Begins the keys of pictures among the queries; whoever forgets one of them lets its address go, too. */
export const pictureKey = 'picture';

/**
 * The picture behind an address of this server that wants the person's token, as an object URL that lives as long as
 * its query. No other address is requested: it would receive the token.
 */
export function usePicture(address: string | null): { url: string | null; failed: boolean } {
  const own = address !== null && isOwnPath(address);
  const { data, isError } = useQuery({
    queryKey: [pictureKey, address],
    enabled: own,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: 1,
    queryFn: async ({ signal }) => URL.createObjectURL(await askBlob(address!, {}, { signal, quiet: true })),
  });
  return { url: data ?? null, failed: isError || (address !== null && !own) };
}

const words = { open: text('查看图片', 'View picture'), gone: text('图片无法读取', 'The picture could not be loaded') };

/** A small picture that opens large. */
export function Thumb({ address, label }: { address: string; label: string }): ReactNode {
  const { t } = useWords();
  const { url, failed } = usePicture(address);
  const [large, setLarge] = useState(false);
  if (failed)
    return (
      <span className="gh-dim" title={t(words.gone)}>
        —
      </span>
    );
  return (
    <>
      <button
        type="button"
        className="gh-thumb"
        aria-label={`${t(words.open)} ${label}`}
        onClick={(event) => {
          event.stopPropagation();
          setLarge(true);
        }}
      >
        {url ? <img src={url} alt="" /> : null}
      </button>
      {large && url ? (
        <span onClick={(event) => event.stopPropagation()} role="presentation">
          <Dialog title={label} onClose={() => setLarge(false)} className="picture">
            <img src={url} alt={label} />
          </Dialog>
        </span>
      ) : null}
    </>
  );
}
