import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { keepPicture } from '../picture.ts';
import type { Shot } from '../picture.ts';
import { pictureKept } from '../state.ts';
import { words } from '../words.ts';
import { useApp, useSay } from './parts.tsx';

function Thumbnail({ picture }: { readonly picture: Blob }): ReactNode {
  const say = useSay();
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return address ? <img className="shot" src={address} alt={say(words.photo)} /> : null;
}

/** The camera of the handheld: what it takes is on the disk before it is shown, and sent with the next network. */
export function Camera({
  shot,
  onShot,
}: {
  readonly shot: Shot | null;
  readonly onShot: (shot: Shot) => void;
}): ReactNode {
  const say = useSay();
  const { installation } = useApp();
  const [wrong, setWrong] = useState(false);
  const take = async (file: File | undefined): Promise<void> => {
    if (!file || !installation) return;
    const kept = await keepPicture(installation, file).catch(() => null);
    setWrong(kept === null);
    if (kept) onShot(kept);
    await pictureKept();
  };
  return (
    <section className="camera">
      <label className="button">
        {say(words.takePicture)}
        <input
          type="file"
          accept="image/*"
          capture="environment"
          onChange={(event) => {
            void take(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </label>
      {shot ? (
        <>
          <Thumbnail picture={shot.picture} />
          <p role="status">{say(words.pictureTaken)}</p>
        </>
      ) : null}
      {wrong ? <p role="alert">{say(words.noPicture)}</p> : null}
    </section>
  );
}
