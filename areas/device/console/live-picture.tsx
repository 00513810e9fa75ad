import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button, Modal } from 'antd';
import { text } from '#kit/declare/text.ts';
import { ask } from '#kit/console/ask.ts';
import type { AnyRow } from '#kit/console/fields.ts';
import { LiveFrame } from '#kit/console/live-frame.tsx';
import { Antd } from '#kit/console/theme.tsx';
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
    <Antd>
      <Modal
        open
        width={720}
        title={`${t(words.title)} · ${String(of['deviceName'])}`}
        onCancel={onClose}
        footer={[
          <Button key="again" onClick={() => setTries(tries + 1)}>
            {t(words.again)}
          </Button>,
          <Button key="close" type="primary" onClick={onClose}>
            {t(words.close)}
          </Button>,
        ]}
      >
        <LiveFrame
          key={tries}
          id={`${of.id} ${tries}`}
          open={() => ask<Look>(kitToken, { deviceId: of.id }, { quiet: true })}
        />
      </Modal>
    </Antd>
  );
}
