import { useState } from 'react';
import type { ReactNode } from 'react';
import { colourOfKind } from '#domain/plate/colour.ts';
import { PLATE_LETTERS, PROVINCES, plateIdentity, plateKind } from '#domain/plate/plate.ts';
import { words } from '../words.ts';
import { Button, useSay } from './parts.tsx';

const KEYS = [...'1234567890', ...PLATE_LETTERS];
const SPECIAL = [...'学警港澳挂领使'];

/** Plates are typed by keys of their own: first the province, then letters and figures. */
export function PlateKeys({
  title,
  missing = null,
  onPlate,
}: {
  readonly title: string;
  /** What is to be done before a plate can be taken. */
  readonly missing?: string | null;
  readonly onPlate: (plate: string, colour: string) => void;
}): ReactNode {
  const say = useSay();
  const [plate, setPlate] = useState('');
  const [colour, setColour] = useState('blue');
  const kind = plateKind(plate);
  const guessed = colourOfKind(kind);
  const whole = kind !== 'unknown' && kind !== 'none';
  const keys = plate === '' ? [...PROVINCES] : plate.length < 5 ? KEYS : [...KEYS, ...SPECIAL];
  return (
    <section className="plate-keys" aria-label={title}>
      <h2>{title}</h2>
      <input
        className="plate"
        name="plate"
        autoComplete="off"
        autoCapitalize="characters"
        aria-label={say(words.plate)}
        value={plate}
        onChange={(event) => setPlate(event.target.value.toUpperCase().slice(0, 10))}
      />
      <div className="keys">
        {keys.map((key) => (
          <button type="button" key={key} onClick={() => setPlate(`${plate}${key}`.slice(0, 10))}>
            {key}
          </button>
        ))}
        <button type="button" aria-label="←" onClick={() => setPlate([...plate].slice(0, -1).join(''))}>
          ⌫
        </button>
      </div>
      {guessed === 'unknown' ? (
        <div className="row">
          {(['blue', 'yellow'] as const).map((each) => (
            <Button key={each} pressed={colour === each} onPress={() => setColour(each)}>
              {say(words[each])}
            </Button>
          ))}
        </div>
      ) : null}
      <Button
        kind="main"
        disabled={!whole || missing !== null}
        onPress={() => onPlate(plateIdentity(plate), guessed === 'unknown' ? colour : guessed)}
      >
        {plate !== '' && !whole ? say(words.badPlate) : whole && missing !== null ? missing : title}
      </Button>
    </section>
  );
}
