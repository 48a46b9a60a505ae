// Groups the modules that the first screens share into a few files. Without the groups the marketplace loads 239 kB in
// 98 files instead of 224 kB in 22, and a public page 29 files instead of 9 (2026-11-29). Every module is listed, so that modules which only other screens share stay out: `site` is
// what the public pages need beyond React, `base` what the login renders with, `work` what the marketplace needs in
// addition. A module that is missing here gets a small separate file. scripts/size.ts measures the result.

/** Modules of the public site that other screens also use. Must not include Mantine, zod or the icons. */
const siteModules = [
  'node_modules/zustand/',
  'vite/preload-helper',
  'src/lib/(session|stored-session|strict-csp|use-session-loaded|use-single-run)\\.',
  'src/ui/(brand|colour-scheme-script|full-page-message|plain-button|visually-hidden)\\.',
]

/** Modules that only the public pages share, and their styles: one file each, because each file costs a round trip. */
const publicModules = [
  'features/site/(?!legal-page|page-banner)',
  'features/destinations/(public/(destinations\\.|static-scene)|destination-search)',
  'features/enquiries/quote-form/(quote-form\\.|enquiry-form\\.module)',
  'src/ui/(plain-fields|section)\\.',
]

/** Checks of single fields. The contact form loads them at once, so they are apart from modules that load later. */
const fieldCheckModules = [
  'contract/src/(field-checks|emails|names|web-address-endings|form-field)\\.',
]

/** Modules that make API calls. The public forms load them when they are submitted. */
const apiModules = ['src/lib/(api-error|transport)\\.']

/**
 * The choices of enquiries without their schemas. Destination pages load the months but not the marketplace's modules.
 */
const choiceModules = ['contract/src/enquiry-labels\\.']

/** Formats, and what the pages of returns, of a quote and for developers share besides, without the schemas of the marketplace. */
const formatModules = ['src/lib/(copy-text|counts|dates)\\.', 'contract/src/formats\\.']

/** The page of a traveller's quote and the screens of the agent. */
const quoteModules = ['contract/src/quote-limits\\.', 'features/quotes/shared/amount-list\\.']

const baseModules = [
  // All of the core except what only dialogs, tabs and menus use.
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
  'src/lib/(api|auth-contract|form-errors|renew-session)\\.',
  'src/ui/(busy-button|toast)\\.',
  'src/app/(return-path|screens)\\.',
]

const marketplaceModules = [
  // All of TanStack Query except what only one panel uses, and what only forms and dialogs use.
  '@tanstack/(?!.*(useQueries|queriesObserver|useMutation|mutationObserver))',
  'node_modules/zod/',
  'contract/src/(auth|fields|lead-texts|leads|money|users)\\.',
  'icons/Icon(ArrowLeft|ChevronLeft|ChevronRight)\\.',
  // The icons of the agent's sidebar are in this group, even if another screen shows them too.
  'icons/Icon(CloudOff|FileInvoice|LayoutDashboard|ListSearch|Logout)\\.',
  'icons/Icon(Menu2|ShoppingBag|Ticket|UserCircle)\\.',
  '@mantine/hooks/.*(use-disclosure|use-window-event)\\.',
  'src/lib/(lazy-with-fallback|local-texts|query-client)\\.',
  'src/lib/(use-debounced-text|use-list-shortcuts|use-minute)\\.',
  'src/lib/(list-filters|use-address-params|use-focus-fallback|use-list-filters)\\.',
  'src/ui/(avatar|error-state|filter-options|text-filter)\\.',
  'src/ui/(masked-contact|message|money|page-header|page-window)\\.',
  'src/ui/(paged-list|pagination|refresh-failed|skeleton-list)\\.',
  'features/lead-facts/public/(lead-filters|lead-labels|format-lead|lead-row-texts|verified-badges)\\.',
  'features/leads/(lead-filter-options|lead-total|public/leads\\.api|leads\\.api|use-lead-filters)\\.',
  'features/leads/market/(lead-card|market-choice|quick-filters)\\.',
  'features/plans/public/subscriptions\\.api\\.',
  'features/purchases/(pay-choice|use-buy-dialog)\\.',
  'features/users/account-failed\\.',
  'features/account/public/use-account\\.',
  'src/lib/query-keys\\.',
]

/** The colour scheme switch of the sidebar. */
const schemeModules = ['src/ui/colour-scheme-switch\\.', 'icons/Icon(DeviceDesktop|Moon|Sun)\\.']

/** Small modules that several of the other screens share. */
const otherModules = [
  '@tanstack/.*(useMutation|mutationObserver)\\.',
  '@mantine/core/esm/components/(Alert|Anchor|NativeSelect|Skeleton|Text|VisuallyHidden)/',
  '@mantine/core/esm/components/Combobox/(ComboboxChevron|get-parsed-combobox-data)/',
  // All icons except those of the marketplace and those shown after a purchase.
  '@tabler/icons-react/dist/esm/icons/(?!Icon(BrandWhatsapp|CoinRupee|Phone)\\.)',
  'src/lib/(use-dialog-target|use-intent-key|use-single-mutation)\\.',
  'src/ui/(card-grid|choice-filter|date-field|date-range-filter|date-time|definition-list)\\.',
  'src/ui/(empty-state|form-section|milestone|panel|search-panel|stat-card|status-badge)\\.',
]

/** The groups for rolldown's `codeSplitting.groups`. */
export const sharedChunks = [
  {
    name: 'react',
    priority: 3,
    test: matchAny(['node_modules/(react|react-dom|scheduler|react-router)/']),
  },
  { name: 'site', priority: 3, minShareCount: 2, test: matchAny(siteModules) },
  { name: 'public', priority: 2, minShareCount: 2, test: matchAny(publicModules) },
  { name: 'field-checks', priority: 3, minShareCount: 2, test: matchAny(fieldCheckModules) },
  { name: 'wire', priority: 3, minShareCount: 2, test: matchAny(apiModules) },
  { name: 'words', priority: 3, minShareCount: 2, test: matchAny(choiceModules) },
  { name: 'formats', priority: 3, minShareCount: 2, test: matchAny(formatModules) },
  { name: 'quotes', priority: 3, minShareCount: 2, test: matchAny(quoteModules) },
  { name: 'base', priority: 2, minShareCount: 2, test: matchAny(baseModules) },
  { name: 'work', priority: 1, minShareCount: 2, test: matchAny(marketplaceModules) },
  { name: 'scheme', priority: 1, minShareCount: 2, test: matchAny(schemeModules) },
  { name: 'parts', minShareCount: 2, test: matchAny(otherModules) },
]

/** Joins path patterns into one that matches the path separators of every operating system. */
function matchAny(patterns: readonly string[]): RegExp {
  return new RegExp(patterns.join('|').replaceAll('/', '[\\\\/]'))
}
