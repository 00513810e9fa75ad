import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/floating.tsx';
import { Icon } from '#kit/console/icon.tsx';
import { usePicture } from '#kit/console/picture.tsx';
import { useWords } from '#kit/console/words.ts';

const words = {
  none: text('无图片', 'No picture'),
  gone: text('图片无法读取', 'The picture could not be loaded'),
  enlarge: text('放大', 'Enlarge'),
};

/** One picture of a camera with what it shows below; a click enlarges it. An empty frame shows that there is none. */
export function Picture({
  address,
  label,
  note,
}: {
  address: string | null;
  label: string;
  note?: ReactNode;
}): ReactNode {
  const { t } = useWords();
  const { url, failed } = usePicture(address);
  const [large, setLarge] = useState(false);
  return (
    <figure className="ps-picture">
      {url && !failed ? (
        <button
          type="button"
          aria-label={`${t(words.enlarge)} ${label}`}
          onClick={(event) => {
            event.stopPropagation();
            setLarge(true);
          }}
        >
          <img src={url} alt={label} />
        </button>
      ) : (
        <div className="none">
          {address && !failed ? (
            <span className="gh-spin" />
          ) : (
            <>
              <Icon name="camera" size={28} />
              <span>{t(failed ? words.gone : words.none)}</span>
            </>
          )}
        </div>
      )}
      <figcaption>
        <b>{label}</b>
        {note ? <span>{note}</span> : null}
      </figcaption>
      {large && url ? (
        <span onClick={(event) => event.stopPropagation()} role="presentation">
          <Dialog title={label} onClose={() => setLarge(false)} className="picture">
            <img src={url} alt={label} />
          </Dialog>
        </span>
      ) : null}
    </figure>
  );
}
