/** The dialog in the middle and the panel at the side: the only ones of the console, with the buttons of its pages. */
import type { ReactNode } from 'react';
import { Drawer, Modal } from 'antd';
import { Antd } from './theme.tsx';

export type DialogButton = {
  readonly label: string;
  readonly onPress: () => void;
  readonly kind?: 'primary' | 'danger';
  readonly disabled?: boolean;
  readonly busy?: boolean;
};

type DialogProps = {
  title: string;
  /** In px, where the usual width is too little for what is shown. */
  width?: number;
  /** From left to right; the one that does what the dialog is for is the last. */
  buttons?: readonly DialogButton[];
  /** What it shows is never shown again: a press beside it does not close it. */
  once?: boolean;
  onClose: () => void;
  children: ReactNode;
};

function DialogButtons({ buttons }: { buttons: readonly DialogButton[] }): ReactNode {
  return (
    <div className="gh-drawer-foot">
      {buttons.map(({ label, onPress, kind = '', disabled = false, busy = false }) => (
        <button key={label} type="button" className={`gh-btn ${kind}`} disabled={disabled || busy} onClick={onPress}>
          {busy ? <span className="gh-spin" /> : null}
          {label}
        </button>
      ))}
    </div>
  );
}

export function Dialog({ title, width, buttons, once, onClose, children }: DialogProps): ReactNode {
  return (
    <Antd>
      <Modal
        open
        title={title}
        {...(width ? { width } : {})}
        {...(once ? { mask: { closable: false } } : {})}
        footer={buttons ? <DialogButtons buttons={buttons} /> : null}
        onCancel={onClose}
      >
        {children}
      </Modal>
    </Antd>
  );
}

type SidePanelProps = {
  title: string;
  /** In px; the window's width where that is less. */
  width: number;
  /** Beside the title. */
  extra?: ReactNode;
  footer?: ReactNode;
  onClose: () => void;
  /** Called once it is open. */
  onOpened?: () => void;
  children: ReactNode;
};

export function SidePanel({ title, width, extra, footer, onClose, onOpened, children }: SidePanelProps): ReactNode {
  return (
    <Antd>
      <Drawer
        open
        title={title}
        size={Math.min(width, innerWidth)}
        extra={extra}
        footer={footer}
        mask={{ closable: true }}
        onClose={onClose}
        afterOpenChange={(shown) => {
          if (shown) onOpened?.();
        }}
      >
        {children}
      </Drawer>
    </Antd>
  );
}
