/**
 * A picture from the camera or a file, made upright, of a size that terminals take, with nothing in it but the picture.
 */
const [LONG, SHORT] = [960, 480];
const MOST = 190 * 1024;
const QUALITIES = [0.9, 0.8, 0.7, 0.6, 0.5, 0.4];

const blobOf = (canvas: HTMLCanvasElement, quality: number): Promise<Blob | null> =>
  new Promise((then) => {
    canvas.toBlob(then, 'image/jpeg', quality);
  });

const addressOf = (blob: Blob): Promise<string> =>
  new Promise((then, fail) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => then(String(reader.result)));
    reader.addEventListener('error', () => fail(reader.error ?? new Error('unreadable')));
    reader.readAsDataURL(blob);
  });

/** Null where it is no picture, or too small for any terminal. */
export async function facePicked(file: Blob): Promise<string | null> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null);
  if (!picture || Math.min(picture.width, picture.height) < SHORT) return null;
  const [long, short] = [Math.max(picture.width, picture.height), Math.min(picture.width, picture.height)];
  const scale = Math.min(1, Math.max(LONG / long, SHORT / short));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(picture.width * scale);
  canvas.height = Math.round(picture.height * scale);
  canvas.getContext('2d')!.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  for (const quality of QUALITIES) {
    const blob = await blobOf(canvas, quality);
    if (blob && blob.size <= MOST) return addressOf(blob);
  }
  return null;
}
