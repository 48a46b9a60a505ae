// What the first screens share, in a few files instead of fifty: gzip finds more to save in one large file
// than in many small ones. Each part is named, because a part that is only shared by other screens must not
// come along: `site` is what the public pages need beyond React, `base` what the login draws with, `work` what the
// marketplace needs beyond it. A part that is missing here is still right, in a small file of its own;
// scripts/size.ts measures the outcome.

/** What the public site draws with and the others use too; nothing of Mantine, zod or the icons may come along. */
const siteParts = [
  'node_modules/zustand/',
  'vite/preload-helper',
  'src/lib/(session|stored-session|strict-csp)\\.',
  'src/ui/(brand|colour-scheme-script|full-page-message|plain-button)\\.',
  'features/auth/use-session-loaded\\.',
]

/** What the public pages share with each other alone, and its styles: one file each, as every file is a trip more over a slow line. */
const publicParts = [
  'features/site/(?!legal-page|page-banner)',
  'features/destinations/(destinations\\.|destination-search|scenes/static-scene|scenes/.*\\.module\\.)',
  'features/enquiries/quote-form/(quote-form\\.|enquiry-form\\.module)',
  'src/ui/(plain-fields|section)\\.',
]

/** How calls are made; the public forms fetch it when they are sent. */
const wireParts = ['contract/src/(error-codes|text-checks)\\.', 'src/lib/(api-error|transport)\\.']

const baseParts = [
  // All of the core but what dialogs, tabs and menus alone are made of.
  `@mantine/core/esm/core/${[
    '(?!utils/(create-s|find-element|get-default-z|get-safe|get-single|is-element|noop))',
    '(?!DirectionProvider/)',
    '(?!.*(get-auto-contrast|use-mantine-color-scheme\\.))',
  ].join('')}`,
  '@mantine/core/esm/components/(ActionIcon|Button|CloseButton|Input|InputBase|Loader)/',
  '@mantine/core/esm/components/(TextInput|Transition|UnstyledButton)/',
  '@mantine/hooks/.*(use-did-update|use-id|use-isomorphic-effect|use-media-query)\\.',
  '@mantine/hooks/.*(use-reduced-motion|use-uncontrolled|random-id)\\.',
  '@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)\\.',
  'icons/Icon(AlertTriangle|CircleCheck|Refresh|X)\\.',
  'node_modules/clsx/',
  'src/lib/(api|auth-contract|form-errors|renew-session|use-single-run)\\.',
  'src/ui/(busy-button|toast)\\.',
  'src/app/(return-place|screens)\\.',
]

const workParts = [
  // All of them but what one panel alone asks with.
  '@tanstack/(?!.*(useQueries|queriesObserver))',
  'node_modules/zod/',
  'contract/src/(auth|fields|formats|lead-texts|leads|money|users)\\.',
  '@mantine/core/esm/components/(Alert|Anchor|Combobox|NativeSelect|Skeleton|Text|VisuallyHidden)/',
  'icons/Icon(AdjustmentsHorizontal|ArrowLeft|ChevronLeft|ChevronRight|Circle|CircleX|Clock)\\.',
  'icons/Icon(CloudOff|CoinRupee|FileInvoice|ListSearch|Logout|ReceiptRupee|Replace|ShoppingBag|Ticket|Users)\\.',
  '@mantine/hooks/.*(use-disclosure|use-window-event)\\.',
  'src/lib/(counts|dates|idempotency-key|money|query-client|use-debounced-text)\\.',
  'src/lib/(use-address-params|use-focus-rescue)\\.',
  'src/ui/(avatar|card-grid|date-field|date-time|empty-state|error-state)\\.',
  'src/ui/(masked-contact|message|milestone|money|page-header|page-window|pagination)\\.',
  'src/ui/(refresh-failed|search-panel|skeleton-list|status-badge)\\.',
  'features/leads/(lead-filters|lead-labels|lead-search-panel|format-lead)\\.',
  'features/leads/(leads\\.api|use-lead-filters)\\.',
  'features/users/(account-failed|use-account)\\.',
]

/** The switch of the sidebar. */
const schemeParts = ['src/ui/colour-scheme-switch\\.', 'icons/Icon(DeviceDesktop|Moon|Sun)\\.']

/** Small things that several of the other screens share. */
const otherParts = [
  // All but those that only the marketplace needs, and those that only come after a purchase.
  '@tabler/icons-react/dist/esm/icons/(?!Icon(BrandWhatsapp|CoinRupee|Phone)\\.)',
  'src/lib/(copy-text|use-dialog-target|use-intent-key|use-single-mutation)\\.',
  'src/ui/(definition-list|form-section|panel|stat-card)\\.',
]

/** For rolldown's `codeSplitting.groups`. */
export const sharedChunks = [
  {
    name: 'react',
    priority: 3,
    test: anyOf(['node_modules/(react|react-dom|scheduler|react-router)/']),
  },
  { name: 'site', priority: 3, minShareCount: 2, test: anyOf(siteParts) },
  { name: 'public', priority: 2, minShareCount: 2, test: anyOf(publicParts) },
  { name: 'wire', priority: 3, minShareCount: 2, test: anyOf(wireParts) },
  { name: 'base', priority: 2, minShareCount: 2, test: anyOf(baseParts) },
  { name: 'work', priority: 1, minShareCount: 2, test: anyOf(workParts) },
  { name: 'scheme', priority: 1, minShareCount: 2, test: anyOf(schemeParts) },
  { name: 'parts', minShareCount: 2, test: anyOf(otherParts) },
]

/** One pattern for parts of a path, on every system's way of writing paths. */
function anyOf(parts: readonly string[]): RegExp {
  return new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'))
}
