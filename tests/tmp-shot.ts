import { launchChromium } from './browser/chromium.ts';
const [, , origin, outDir, ...routes] = process.argv;
const b = await launchChromium();
for (const [w, scheme] of [
  [1440, 'light'],
  [360, 'dark'],
] as const) {
  const ctx = await b.newContext({
    viewport: { width: w, height: w === 360 ? 740 : 900 },
    colorScheme: scheme,
    locale: 'pt-BR',
  });
  const page = await ctx.newPage();
  page.on('console', (m) => {
    if (m.type() === 'error') console.log('console', m.text().slice(0, 300));
  });
  page.on('pageerror', (e) => console.log('pageerror', e.message));
  await page.goto(origin + '/login');
  await page.waitForTimeout(800);
  await page.screenshot({ path: `${outDir}/login-${w}.png` });
  await page
    .getByLabel('Email')
    .first()
    .fill('demo@exemplo.com.br')
    .catch((e) => console.log(e.message));
  await page.locator('input[type=password]').first().fill('demonstracao');
  await page.keyboard.press('Enter');
  await page.waitForTimeout(1500);
  for (const r of routes) {
    await page.goto(origin + r);
    await page.waitForTimeout(1200);
    await page.screenshot({ path: `${outDir}/${r.replaceAll('/', '_') || 'root'}-${w}.png`, fullPage: true });
  }
  await ctx.close();
}
await b.close();
