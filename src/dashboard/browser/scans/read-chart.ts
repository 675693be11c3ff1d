/**
 * Shows the figures of a chart's bar when a mouse points at it, a finger touches it, or the arrow keys reach it: `<div data-chart="how to
 * use it">`. They are in its `<output>`: a line above the chart, or a tip above the bar.
 */
export function readCharts(): void {
  for (const chart of document.querySelectorAll<HTMLElement>('[data-chart]')) enhance(chart);
}

function enhance(chart: HTMLElement): void {
  const plot = chart.querySelector<SVGElement>('.plot');
  const readout = chart.querySelector<HTMLOutputElement>('output');
  const bars = [...chart.querySelectorAll<SVGGElement>('[data-says]')];
  if (!plot || !readout || bars.length === 0) return;
  const summary = readout.value;
  let chosen = -1;

  function choose(index: number): void {
    bars[chosen]?.classList.remove('chosen');
    chosen = index;
    bars[chosen]?.classList.add('chosen');
    if (!readout) return;
    readout.value = bars[chosen]?.dataset['says'] ?? summary;
    placeAbove(readout, bars[chosen]);
  }

  // The output shows the figures: the browser's own tooltip would cover the bars.
  for (const bar of bars) bar.querySelector('title')?.remove();
  plot.setAttribute('tabindex', '0');
  plot.removeAttribute('aria-labelledby');
  plot.setAttribute('aria-label', chart.dataset['chart'] ?? '');

  const point = (event: Event) => {
    const bar = event.target instanceof Element ? event.target.closest<SVGGElement>('[data-says]') : null;
    if (bar) choose(bars.indexOf(bar));
  };
  plot.addEventListener('pointerover', point);
  plot.addEventListener('click', point);
  plot.addEventListener('pointerleave', (event) => {
    // Lifting a finger also fires this event, but the touched bar stays selected.
    if (event.pointerType === 'mouse') choose(-1);
  });
  plot.addEventListener('blur', () => choose(-1));
  plot.addEventListener('keydown', (event) => {
    const next = {
      ArrowLeft: chosen < 0 ? bars.length - 1 : Math.max(0, chosen - 1),
      ArrowRight: Math.min(bars.length - 1, chosen + 1),
      Home: 0,
      End: bars.length - 1,
      Escape: -1,
    }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    choose(next);
  });
}

/** Moves a tip to the middle of its bar, but not out of the chart. An output that is part of the page stays where it is. */
function placeAbove(tip: HTMLElement, bar: SVGGElement | undefined): void {
  const room = bar?.querySelector('.room')?.getBoundingClientRect();
  const frame = tip.parentElement?.getBoundingClientRect();
  if (!room || !frame) return;
  const middle = room.left + room.width / 2 - frame.left;
  const left = Math.min(middle - tip.offsetWidth / 2, frame.width - tip.offsetWidth);
  tip.style.left = `${Math.max(0, left)}px`;
}
