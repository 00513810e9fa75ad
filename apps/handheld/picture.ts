/**
 * Pictures taken at the kerb: made small, kept on the handheld until the server has them, and sent apart from the
 * journal in any order.
 */
import * as store from './store.ts';
import { Refusal } from './wire.ts';

const MOST_SIDE = 1_280;
const QUALITY = 0.7;
/** What the server will never take, however often it is sent. */
const NEVER: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** A JPEG no larger than a plate needs; what else the camera wrote into the file, such as the place, stays behind. */
async function smaller(picture: Blob): Promise<Blob> {
  const drawn = await createImageBitmap(picture);
  const scale = Math.min(1, MOST_SIDE / Math.max(drawn.width, drawn.height));
  const canvas = new OffscreenCanvas(Math.round(drawn.width * scale), Math.round(drawn.height * scale));
  canvas.getContext('2d')!.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  drawn.close();
  return canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY });
}

/** SHA-256 of the content in hex, which is its name on the server. */
async function hashOf(picture: Blob): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', await picture.arrayBuffer());
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export type Shot = { readonly hash: string; readonly picture: Blob };

/** Resolves once it is on the disk. @throws where the file is no picture */
export async function keepPicture(installation: string, file: Blob): Promise<Shot> {
  const picture = await smaller(file);
  const hash = await hashOf(picture);
  await store.keepPicture({ installation, hash, picture });
  return { hash, picture };
}

/**
 * Sends those of one installation one after the other. One that the server refuses for what it is, is given up.
 * @param send stores a picture under its hash; throws `Offline` or `Refusal`
 */
export async function sendPictures(
  installation: string,
  send: (hash: string, picture: Blob) => Promise<unknown>,
): Promise<void> {
  for (const hash of await store.pictures(installation)) {
    const picture = await store.pictureOf(installation, hash);
    if (!picture) continue;
    await send(hash, picture).catch((error: unknown) => {
      if (!(error instanceof Refusal) || !NEVER.has(error.status)) throw error;
    });
    await store.forgetPicture(installation, hash);
  }
}
