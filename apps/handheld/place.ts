const PLACE_MS = 8_000;

/** The handheld's position from the browser; nothing where it gives none. */
export const place = (): Promise<{ point: { lng: number; lat: number }; accuracyM: number } | null> =>
  new Promise((then) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords }) =>
        then({
          point: { lng: coords.longitude, lat: coords.latitude },
          accuracyM: Math.min(100_000, Math.ceil(coords.accuracy)),
        }),
      () => then(null),
      { enableHighAccuracy: true, timeout: PLACE_MS, maximumAge: 60_000 },
    );
  });
