import { useState } from 'react';
import type { ReactNode } from 'react';
import { showPlate } from '#domain/plate/plate.ts';
import { now } from '../clock.ts';
import { act } from '../state.ts';
import { debtsOf, lotOf, priceOf } from '../street.ts';
import { words } from '../words.ts';
import { usual } from '../cash.ts';
import { Collect } from './collect.tsx';
import type { Shot } from '../picture.ts';
import { PlateKeys } from './plate-keys.tsx';
import { Camera } from './camera.tsx';
import { Debts } from './debts.tsx';
import { Button, clockTime, useSay, yuan, zoneOf } from './parts.tsx';
import type { At } from './parts.tsx';
import { ParkingSlip } from './slip.tsx';

/** The car that stands there, what it would pay now, and its end. */
function Standing({ snapshot, berth }: At): ReactNode {
  const say = useSay();
  const [confirming, setConfirming] = useState(false);
  const car = berth.car!;
  const price = car.plate === null ? null : priceOf(snapshot, berth.sectionId, car, now());
  const [count, sum] = car.plate === null ? [0, 0] : debtsOf(snapshot, car.plate);
  return (
    <section className="standing">
      <p className="plate-shown">{car.plate === null ? say(words.unread) : showPlate(car.plate)}</p>
      <p>{say(words.since, { time: clockTime(car.from, zoneOf({ snapshot, berth })) })}</p>
      {car.plate === null ? null : (
        <p className="sum">{price ? say(words.dueNow, { sum: yuan(price.totalFen) }) : say(words.priceOnline)}</p>
      )}
      {count > 0 ? <p className="warn">{say(words.debts, { count, sum: yuan(sum) })}</p> : null}
      {car.plate === null ? null : <Debts key={car.plate} plate={car.plate} known={count} />}
      {confirming ? (
        <div className="row">
          <span>{say(words.sure)}</span>
          <Button kind="danger" onPress={() => void act('end', { berthId: berth.id }).then(() => setConfirming(false))}>
            {say(words.yes)}
          </Button>
          <Button onPress={() => setConfirming(false)}>{say(words.no)}</Button>
        </div>
      ) : (
        <Button kind="danger" onPress={() => setConfirming(true)}>
          {say(words.end)}
        </Button>
      )}
    </section>
  );
}

export function BerthPage({ snapshot, berth, onBack }: At & { readonly onBack: () => void }): ReactNode {
  const say = useSay();
  const [typing, setTyping] = useState(false);
  const [shot, setShot] = useState<Shot | null>(null);
  const [noted, setNoted] = useState(false);
  const { car, id, state } = berth;
  const taken = car !== null || state === 'occupied';
  const settings = lotOf(snapshot, berth.sectionId)?.settings ?? usual;
  const pictured = shot ? { picture: shot.hash } : {};
  const read = (plate: string, colour: string): void => {
    setTyping(false);
    setShot(null);
    void act(taken ? 'plate' : 'begin', { berthId: id, plate, colour, ...pictured });
  };
  const show = (kind: 'present' | 'absent'): void => {
    setShot(null);
    void act(kind, { berthId: id, ...pictured }).then(() => setNoted(true));
  };
  const label = car?.plate ? words.changePlate : taken ? words.enterPlate : words.begin;
  return (
    <>
      <div className="row">
        <Button onPress={onBack}>{say(words.back)}</Button>
        <h1>{berth.berthNo}</h1>
      </div>
      <Collect snapshot={snapshot} berth={berth} />
      {car ? <Standing snapshot={snapshot} berth={berth} /> : null}
      {car?.plate ? <ParkingSlip key={car.plate} snapshot={snapshot} berth={berth} /> : null}
      {state === 'closed' ? null : <Camera shot={shot} onShot={setShot} />}
      {taken && shot ? (
        <div className="row">
          <Button onPress={() => show('present')}>{say(words.stillThere)}</Button>
          <Button onPress={() => show('absent')}>{say(words.isEmpty)}</Button>
        </div>
      ) : null}
      {noted && !shot ? <p role="status">{say(words.noted)}</p> : null}
      {state === 'closed' ? <p>{say(words.closed)}</p> : null}
      {car?.plate && !typing ? <Button onPress={() => setTyping(true)}>{say(words.changePlate)}</Button> : null}
      {state !== 'closed' && (typing || !car?.plate) ? (
        // The same object whatever the server reports of the berth meanwhile, so that what was typed stays.
        <PlateKeys
          key="keys"
          title={say(label)}
          missing={settings.photo && !shot ? say(words.pictureFirst) : null}
          onPlate={read}
        />
      ) : null}
    </>
  );
}
