/** Unpacks the library of charts, then draws; a browser that cannot unpack shows the tables alone. */
(async function () {
  try {
    const packed = document.getElementById('packed');
    const bytes = Uint8Array.from(atob(packed.textContent), letter => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
    const library = document.createElement('script');
    library.textContent = await new Response(stream).text();
    document.head.append(library);
    packed.remove();
    drawPage();
    document.documentElement.dataset.charts = 'drawn';
  } catch (failed) {
    document.documentElement.dataset.charts = 'failed';
    document.querySelectorAll('.chart').forEach(chart => {
      chart.textContent = 'This chart needs a newer browser; the tables have its figures.';
    });
    throw failed;
  }
})();
