import { useState } from 'react';
import type { ReactNode } from 'react';
import { text } from '#kit/declare/text.ts';
import { Dialog } from '#kit/console/dialog.tsx';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { LiveFrame } from '#kit/console/live-frame.tsx';
import { useWords } from '#kit/console/words.ts';
import { kitToken } from '#areas/device/model/calls.ts';

const words = {
  title: text('实时画面', 'Live picture'),
  again: text('重新打开', 'Open again'),
  close: text('关闭', 'Close'),
};

type Look = { kind: 'relayed' | 'address'; url: string };

/** The picture of one camera, as it comes; closing the dialog lets the camera go. */
export default function LivePicture({ of, onClose }: { of: AnyRow; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const [tries, setTries] = useState(0);
  return (
    <Dialog
      width={720}
      title={`${t(words.title)} · ${String(of['deviceName'])}`}
      onClose={onClose}
      buttons={[
        { label: t(words.again), onPress: () => setTries(tries + 1) },
        { label: t(words.close), kind: 'primary', onPress: onClose },
      ]}
    >
      <LiveFrame
        key={tries}
        id={`${of.id} ${tries}`}
        open={() => ask<Look>(kitToken, { deviceId: of.id }, { quiet: true })}
      />
    </Dialog>
  );
}
