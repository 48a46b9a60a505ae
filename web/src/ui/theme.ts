import {
  Button,
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  Input,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import controls from './controls.module.css'

const marigold: MantineColorsTuple = [
  '#fff7e6',
  '#fdf0d5',
  '#fbdfa6',
  '#f9cb6f',
  '#f8b03a',
  '#f5a524',
  '#e8930c',
  '#b56f00',
  '#8a5200',
  '#653c00',
]
const ink: MantineColorsTuple = [
  '#f3f2fc',
  '#e9e8f8',
  '#d0ceef',
  '#b9b4ff',
  '#8f8add',
  '#6d67c8',
  '#4a45b0',
  '#3f3b98',
  '#2f2b63',
  '#211d4a',
]
const leaf: MantineColorsTuple = [
  '#f0f9f1',
  '#e3f3e4',
  '#c3e5c8',
  '#9ed5a8',
  '#86d59a',
  '#4ea867',
  '#2e8a4c',
  '#257a41',
  '#1f6b3a',
  '#164d2a',
]
const brick: MantineColorsTuple = [
  '#fdf3f1',
  '#fbe6e2',
  '#f5cac2',
  '#ff9f92',
  '#e5705f',
  '#d3503f',
  '#c03a2b',
  '#b23224',
  '#a32a1f',
  '#7b1d15',
]
const sand: MantineColorsTuple = [
  '#faf6ee',
  '#f3ecdf',
  '#e6dccb',
  '#d8cbb4',
  '#b8ab95',
  '#8a7f6b',
  '#6b6253',
  '#544c40',
  '#3b352c',
  '#25211b',
]
const night: MantineColorsTuple = [
  '#f1edf8',
  '#d5d1e6',
  '#b5b0cf',
  '#8480ad',
  '#4b467d',
  '#363160',
  '#25214e',
  '#1d1a40',
  '#141230',
  '#0f0d26',
]

/** The filled marigold button has ink text: white on marigold has too little contrast. */
const variantColorResolver: VariantColorsResolver = (input) => {
  const resolved = defaultVariantColorsResolver(input)
  if (input.color === 'marigold') {
    if (input.variant === 'filled') {
      return {
        ...resolved,
        background: 'var(--raahi-action)',
        hover: 'var(--raahi-action-hover)',
        color: 'var(--raahi-on-action)',
      }
    }
    // Marigold is a button's default colour, but the default variant is ink on the surface colour.
    if (input.variant === 'default') return resolved
    return { ...resolved, color: 'var(--raahi-action-text)' }
  }
  if (input.color === 'brick' && input.variant === 'filled') {
    return { ...resolved, background: '#b23224', hover: '#a32a1f', color: '#ffffff' }
  }
  return resolved
}

/** Mantine's variables point at Raahi's tokens, so that tokens.css defines both schemes. */
const tokenVariables = {
  '--mantine-color-text': 'var(--raahi-ink)',
  '--mantine-color-bright': 'var(--raahi-ink)',
  '--mantine-color-body': 'var(--raahi-surface)',
  '--mantine-color-error': 'var(--raahi-danger-text)',
  '--mantine-color-success': 'var(--raahi-success-text)',
  '--mantine-color-placeholder': 'var(--raahi-placeholder)',
  '--mantine-color-anchor': 'var(--raahi-link)',
  '--mantine-color-dimmed': 'var(--raahi-ink-soft)',
  '--mantine-color-default': 'var(--raahi-surface)',
  '--mantine-color-default-hover': 'var(--raahi-surface-hover)',
  '--mantine-color-default-color': 'var(--raahi-ink)',
  '--mantine-color-default-border': 'var(--raahi-line-strong)',
  '--mantine-color-disabled': 'var(--raahi-neutral-soft)',
  '--mantine-color-disabled-color': 'var(--raahi-ink-soft)',
  '--mantine-color-disabled-border': 'var(--raahi-line)',
  '--mantine-color-ink-light': 'var(--raahi-info-soft)',
  '--mantine-color-ink-light-hover': 'var(--raahi-info-soft-hover)',
  '--mantine-color-ink-outline': 'var(--raahi-link)',
  '--mantine-color-ink-light-color': 'var(--raahi-info-text)',
  '--mantine-color-leaf-light': 'var(--raahi-success-soft)',
  '--mantine-color-leaf-light-color': 'var(--raahi-success-text)',
  '--mantine-color-brick-light': 'var(--raahi-danger-soft)',
  '--mantine-color-brick-light-color': 'var(--raahi-danger-text)',
  '--mantine-color-brick-outline': 'var(--raahi-danger-text)',
  '--mantine-color-marigold-light': 'var(--raahi-warning-soft)',
  '--mantine-color-marigold-outline': 'var(--raahi-action-text)',
  '--mantine-color-marigold-light-color': 'var(--raahi-warning-text)',
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: tokenVariables,
  dark: tokenVariables,
})

/**
 * Raahi's theme. `ink` (indigo) is the primary colour of controls and links. `marigold` is reserved for the main
 * action of a view and is therefore the default colour of a Button. Sizes are in rem.
 */
export const theme = createTheme({
  colors: { marigold, ink, leaf, brick, gray: sand, dark: night },
  primaryColor: 'ink',
  primaryShade: { light: 7, dark: 5 },
  variantColorResolver,
  white: '#ffffff',
  black: '#211d4a',
  fontFamily: "Mukta, 'Mukta Fallback', 'Noto Sans Devanagari', sans-serif",
  fontWeights: { regular: '400', medium: '600', bold: '600' },
  headings: {
    fontFamily: "Eczar, 'Eczar Fallback', Georgia, serif",
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.625rem, 1.35rem + 1.2vw, 2.125rem)', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.1875rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h5: { fontSize: '1rem', lineHeight: '1.4' },
      h6: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '0.875rem', sm: '0.9375rem', md: '1rem', lg: '1.125rem', xl: '1.3125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.5', xl: '1.4' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.25rem' },
  radius: { xs: '0.25rem', sm: '0.375rem', md: '0.625rem', lg: '0.875rem', xl: '1.5rem' },
  defaultRadius: 'md',
  shadows: {
    xs: '0 1px 2px rgb(45 33 10 / 7%)',
    sm: '0 1px 2px rgb(45 33 10 / 6%), 0 4px 12px -4px rgb(45 33 10 / 10%)',
    md: '0 2px 4px rgb(45 33 10 / 6%), 0 12px 28px -8px rgb(45 33 10 / 18%)',
    lg: '0 4px 8px rgb(45 33 10 / 6%), 0 24px 48px -12px rgb(45 33 10 / 24%)',
    xl: '0 8px 16px rgb(45 33 10 / 8%), 0 32px 64px -16px rgb(45 33 10 / 30%)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Configured by name, because an import would load these components with the login. The head of a dialog is not
    // the banner of the page.
    ModalHeader: { defaultProps: { role: 'presentation' } },
    DrawerHeader: { defaultProps: { role: 'presentation' } },
    // A link inside text must differ from it by more than the colour.
    Anchor: { defaultProps: { underline: 'always' } },
    Skeleton: { classNames: { root: controls.skeleton } },
    Pill: { classNames: { root: controls.pill } },
    Modal: { classNames: { close: controls.close } },
    Drawer: { classNames: { close: controls.close } },
    Button: Button.extend({ defaultProps: { color: 'marigold', size: 'md' } }),
    Input: Input.extend({ classNames: { input: controls.input } }),
    InputWrapper: Input.Wrapper.extend({
      classNames: { label: controls.label, error: controls.error },
      defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] },
    }),
  },
})
