import type { TimeZone } from '#core/scans/time-zone.ts';

/** Which version of the code a form was opened on, and whose clocks its times are of. */
export function HiddenFields({
  revision,
  timeZone,
}: {
  readonly revision: number;
  readonly timeZone: TimeZone;
}) {
  return (
    <>
      <input type="hidden" name="revision" value={String(revision)} />
      <input type="hidden" name="tz" value={timeZone} />
    </>
  );
}
