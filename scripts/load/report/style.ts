/** The report's style sheet: light and dark, from a phone's width on. */
export const style = `
:root{color-scheme:light dark;--ground:#f7f8fa;--surface:#fff;--line:#e3e6eb;--ink:#171c26;
  --soft:#5a6475;--good:#1a7a43;--bad:#b3261e;--bad-ground:#fdecea;
  --c1:#2d59b8;--c2:#c2571a;--c3:#1a7a43;--c4:#8a3fa8;
  --c5:#0b7f8c;--c6:#b3266d;--c7:#7a6500;--c8:#5a6475}
@media (prefers-color-scheme:dark){:root{--ground:#11151d;--surface:#1a202b;--line:#2f3848;
  --ink:#e7eaf0;--soft:#a3adbd;--good:#5fce8f;--bad:#ff8a80;--bad-ground:#3b1d1f;
  --c1:#7aa2f7;--c2:#f2a065;--c3:#5fce8f;--c4:#cf9bea;
  --c5:#56c7d3;--c6:#f48fb8;--c7:#d9c04a;--c8:#a3adbd}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
main{max-width:1080px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:24px;line-height:1.25;margin:0 0 4px}
h2{font-size:18px;margin:32px 0 8px}
p{margin:0 0 8px;max-width:75ch}
.soft,figcaption span,.legend span{color:var(--soft);font-weight:400}
.verdict{display:inline-block;padding:4px 12px;border-radius:8px;font-weight:600;margin:12px 0;
  border:1px solid currentColor}
.kept{color:var(--good)}.missed{color:var(--bad)}
.facts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,240px),1fr));gap:12px;
  margin:16px 0;padding:0}
.facts div{background:var(--surface);border:1px solid var(--line);border-radius:10px;
  padding:10px 14px}
.facts dt{color:var(--soft);font-size:13px}
.facts dd{margin:0;font-weight:600;overflow-wrap:anywhere}
.table{overflow-x:auto;background:var(--surface);border:1px solid var(--line);border-radius:10px}
table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
th,td{padding:6px 12px;text-align:right;white-space:nowrap;border-top:1px solid var(--line)}
thead th{border-top:0;color:var(--soft);font-size:13px;font-weight:600}
th:first-child,td:first-child{text-align:left}
tr.missed td{background:var(--bad-ground)}
figure{margin:0;background:var(--surface);border:1px solid var(--line);border-radius:10px;
  padding:12px}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,460px),1fr));gap:16px}
figcaption{font-weight:600}
svg{display:block;width:100%;height:auto}
path{fill:none;stroke-width:2;stroke-linejoin:round}
.grid{stroke:var(--line)}
.tick{fill:var(--soft);font-size:12px}
.legend{list-style:none;margin:4px 0 0;padding:0;display:flex;flex-wrap:wrap;gap:2px 16px;
  font-size:13px}
.legend i{display:inline-block;width:10px;height:10px;border-radius:2px;margin-right:6px}
@media (max-width:600px){th,td{padding:6px 8px}th:first-child,td:first-child{white-space:normal;
  min-width:110px;overflow-wrap:anywhere}.tick{font-size:20px}.facts{gap:8px}
  .facts div{padding:6px 12px}}
pre{background:var(--surface);border:1px solid var(--line);border-radius:10px;padding:12px;
  overflow-x:auto}
`;
