import {
  type CSSVariablesResolver,
  createTheme,
  type MantineColorsTuple,
  rem,
} from '@mantine/core';

// plain objects, not Component.extend: the theme must not pull every component into the first
// page's script
const scale = (ten: string) =>
  ten.split(' ').map((hex) => `#${hex}`) as unknown as MantineColorsTuple;
// brand, links, selection, focus
const lapis = scale('eff4fd dce7fa b9cff4 8fb1ec 6691e0 4573d0 2d59b8 24489a 1d3a7c 152a5b');
// neutrals, a trace of blue
const gray = scale('f7f8fa eff1f4 e3e6eb d2d7df b4bbc7 838c9c 5e6878 4a5364 313947 171c26');
// Mantine's order: 0 text, 2 dimmed, 4 lines, 6 surface, 7 canvas
const dark = scale('e7eaf0 c3cad6 9aa5b6 8994a6 343d4d 262e3c 1a202b 11151d 0c0f15 07090d');
// credits, pending
const brass = scale('fdf6e7 f9e9c6 f1d38f e7ba57 d9a033 bd8419 966711 79520c 5f410b 412c06');
// done, passed, money in
const moss = scale('ebf7f0 d2ecdd a6d9bc 74c297 48a876 2a8a5a 1a7047 155b39 11492e 0a301e');
// errors, failed, irreversible actions
const garnet = scale('fdf0ef fadbd8 f4b5b0 ea8881 de5f57 cc3f39 b32d29 942120 771b1b 521211');
// online
const teal = scale('e8f7f8 cdecee 9dd9dd 67c1c8 3aa5ae 1d868f 126b75 0e5860 0b464d 072f34');
// started, in progress
const violet = scale('f4f1fd e6dffa cdbff4 af99eb 9274e0 7955d0 623fb4 503294 402877 2b1a54');
const sans =
  "'Inter Variable', 'Inter Fallback', 'Inter Fallback DejaVu', system-ui, -apple-system, " +
  "'Segoe UI', Roboto, sans-serif";

/** Student pages; staff pages are one step denser. */
export const theme = createTheme({
  colors: {
    lapis,
    gray,
    dark,
    brass,
    moss,
    garnet,
    teal,
    violet,
    blue: lapis,
    indigo: lapis,
    yellow: brass,
    orange: brass,
    green: moss,
    red: garnet,
    cyan: teal,
    grape: violet,
  },
  primaryColor: 'lapis',
  primaryShade: { light: 6, dark: 5 },
  white: '#ffffff',
  black: '#171c26',
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  fontFamily: sans,
  fontFamilyMonospace: "ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
  fontSmoothing: true,
  fontSizes: { xs: rem(12), sm: rem(13.5), md: rem(15), lg: rem(17), xl: rem(20) },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  headings: {
    fontFamily: sans,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: rem(28), lineHeight: '1.25' },
      h2: { fontSize: rem(20), lineHeight: '1.3' },
      h3: { fontSize: rem(16), lineHeight: '1.4' },
      h4: { fontSize: rem(14), lineHeight: '1.4' },
      h5: { fontSize: rem(13), lineHeight: '1.4' },
      h6: { fontSize: rem(12), lineHeight: '1.4' },
    },
  },
  spacing: { xs: rem(8), sm: rem(12), md: rem(16), lg: rem(24), xl: rem(32) },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(16) },
  defaultRadius: 'md', // badge 6, control 8, card and list 12, modal 16
  shadows: {
    xs: '0 1px 2px rgb(23 28 38 / 6%)',
    sm: '0 1px 2px rgb(23 28 38 / 6%), 0 2px 6px rgb(23 28 38 / 5%)',
    md: '0 2px 4px rgb(23 28 38 / 5%), 0 8px 20px rgb(23 28 38 / 8%)',
    lg: '0 4px 8px rgb(23 28 38 / 6%), 0 16px 40px rgb(23 28 38 / 12%)',
    xl: '0 8px 16px rgb(23 28 38 / 8%), 0 32px 64px rgb(23 28 38 / 18%)',
  }, // only on what floats
  components: {
    Button: { defaultProps: { fw: 600 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'lg' } },
    Anchor: { defaultProps: { underline: 'hover', fw: 500, inherit: true } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Close' } } },
    Alert: { defaultProps: { variant: 'light', radius: 'md' } },
    Badge: { defaultProps: { variant: 'light', radius: 'sm', tt: 'none', fw: 600 } },
    Card: { defaultProps: { radius: 'lg', withBorder: true, padding: 'lg' } },
    Paper: { defaultProps: { radius: 'lg' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md', autosize: true, minRows: 3 } },
    Select: { defaultProps: { size: 'md', checkIconPosition: 'right', allowDeselect: false } },
    InputWrapper: {
      styles: {
        label: { fontWeight: 550, marginBottom: rem(4), fontSize: rem(13.5) },
        error: { fontWeight: 500, fontSize: rem(13) },
      },
    },
    Checkbox: { defaultProps: { radius: 'xs' } },
    Radio: { defaultProps: { size: 'sm' } },
    SegmentedControl: { defaultProps: { withItemsBorders: false, transitionDuration: 120 } },
    Modal: {
      defaultProps: {
        radius: 'xl',
        padding: 'lg',
        centered: true,
        transitionProps: { transition: 'pop', duration: 160 },
        overlayProps: { backgroundOpacity: 0.45, color: '#0c0f15' },
        closeButtonProps: { 'aria-label': 'Close', size: 36, iconSize: 20 },
      },
      styles: { title: { fontSize: rem(18), fontWeight: 650, letterSpacing: '-0.01em' } },
    },
    Drawer: {
      defaultProps: {
        position: 'right',
        size: 480,
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.3, color: '#0c0f15' },
        closeButtonProps: { 'aria-label': 'Close', size: 36, iconSize: 20 },
      },
      styles: { title: { fontSize: rem(18), fontWeight: 650, letterSpacing: '-0.01em' } },
    },
    Menu: { defaultProps: { shadow: 'md', transitionProps: { duration: 120 } } },
    Popover: { defaultProps: { shadow: 'md' } },
    Tooltip: { defaultProps: { openDelay: 300, radius: 'sm', fz: 12 } },
    Tabs: { styles: { tab: { fontWeight: 550 } } },
    Table: {
      defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'md', highlightOnHover: true },
    },
    Kbd: { defaultProps: { size: 'xs' } },
    Loader: { defaultProps: { type: 'oval', size: 'sm' } },
    NavLink: { styles: { root: { borderRadius: rem(8) } } },
    Pagination: { defaultProps: { size: 'sm' } },
    Progress: { defaultProps: { size: 6, radius: 'xl' } },
    Skeleton: { defaultProps: { radius: 'sm' } },
    Stepper: { defaultProps: { size: 'sm' } },
  },
});
const tint = (hex: string, percent: number) =>
  `color-mix(in srgb, ${hex} ${percent}%, transparent)`;
const pairs: Record<string, [light: string, dark: string]> = {
  'mantine-color-body': ['#ffffff', dark[7]],
  'mantine-color-dimmed': [gray[6], dark[2]],
  'mantine-color-placeholder': [gray[6], dark[2]],
  'mantine-color-error': [garnet[6], garnet[3]],
  'mantine-color-anchor': [lapis[6], lapis[3]],
  'mantine-color-default-border': [gray[3], dark[4]],
  'mantine-color-gray-light-color': [gray[7], dark[1]],
  'mantine-color-disabled': [gray[2], dark[5]],
  'mantine-color-disabled-color': [gray[5], dark[3]],
  'jse-canvas': [gray[0], dark[7]],
  'jse-surface': ['#ffffff', dark[6]],
  'jse-inset': [gray[0], '#151a23'],
  'jse-hover': [gray[0], '#1f2632'],
  'jse-side': ['#131a2a', dark[8]],
  'jse-text': [gray[9], dark[0]],
  'jse-line': [gray[2], '#2a3241'],
  'jse-control-line': [gray[5], '#6b768a'],
  'jse-focus': [lapis[6], lapis[3]],
  'jse-selected': [lapis[0], tint(lapis[5], 18)],
  'jse-selected-line': [lapis[6], lapis[4]],
};
for (const [name, c] of Object.entries({
  lapis,
  blue: lapis,
  garnet,
  red: garnet,
  moss,
  green: moss,
  teal,
  violet,
  brass,
  yellow: brass,
}))
  Object.assign(pairs, {
    // light, subtle and outline variants
    [`mantine-color-${name}-light`]: [c[1], tint(c[5], 28)],
    [`mantine-color-${name}-light-hover`]: [c[2], tint(c[5], 38)],
    [`mantine-color-${name}-light-color`]: [c[7], c[2]],
    [`mantine-color-${name}-outline`]: [c[6], c[3]],
  });
for (const [name, c] of Object.entries({ lapis, teal, violet, brass, moss, garnet }))
  Object.assign(pairs, {
    // tones of badges and notes
    [`jse-${name}-bg`]: [c[0], tint(c[5], 20)],
    [`jse-${name}-fg`]: [c[7], c[2]],
  });
Object.assign(pairs, {
  'jse-slate-bg': [gray[1], tint(dark[3], 16)],
  'jse-slate-fg': [gray[7], dark[1]],
});
const side = (i: 0 | 1) =>
  Object.fromEntries(Object.entries(pairs).map(([name, pair]) => [`--${name}`, pair[i]]));
/** The portal's own variables and the ones of Mantine that it replaces, for both schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: side(0),
  dark: side(1),
});
