/** The way of mail: one server, spoken to with TLS unless it is on this machine. */
import { setting } from '#kit/server/setting.ts';

export type MailRoad = {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; else STARTTLS, which must be offered. */
  readonly secure: boolean;
  /** In the clear: a server on this machine alone. */
  readonly clear: boolean;
  readonly account: { readonly user: string; readonly pass: string } | null;
  readonly from: string;
};

export type Mail = {
  /** Always the same for the same mail, so that one that comes twice is known by whoever reads it. */
  readonly key: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly attachments: readonly { readonly name: string; readonly type: string; readonly bytes: Buffer }[];
};

/** Given at start, from the settings; null where no mail is sent. */
export const mailRoad = setting<MailRoad | null>(null);

const TIMEOUT_MS = 15_000;

/** Gives one mail to the server. @throws where it was not taken; the message reveals nothing of its content */
export async function sendMail(road: MailRoad, { key, to, subject, text, attachments }: Mail): Promise<void> {
  const { createTransport } = await import('nodemailer'); // read when the first mail goes out
  const transport = createTransport({
    host: road.host,
    port: road.port,
    secure: road.secure,
    requireTLS: !road.secure && !road.clear,
    ignoreTLS: road.clear,
    ...(road.account ? { auth: road.account } : {}),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  try {
    await transport.sendMail({
      messageId: `<${key}@${road.from.split('@')[1]}>`,
      from: road.from,
      to,
      subject,
      text,
      attachments: attachments.map(({ name, type, bytes }) => ({ filename: name, contentType: type, content: bytes })),
    });
  } finally {
    transport.close();
  }
}
