// What the first screens share, in a few files instead of fifty: gzip finds more to save in one large file
// than in many small ones. Each part is named, because a part that is only shared by other screens must not
// come along: `base` is what the login draws with, `work` what the marketplace needs beyond it. A part that
// is missing here is still right, in a small file of its own; scripts/size.ts measures the outcome.

const baseParts = [
  '@mantine/core/esm/core/',
  '@mantine/core/esm/components/(ActionIcon|Button|CloseButton|Input|InputBase|Loader)/',
  '@mantine/core/esm/components/(TextInput|Transition|UnstyledButton)/',
  '@mantine/hooks/',
  '@tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)\\.',
  'icons/Icon(AlertTriangle|CircleCheck|Refresh|X)\\.',
  'node_modules/(clsx|zustand)/',
  'vite/preload-helper',
  'contract/src/errors\\.',
  'src/lib/(api|api-error|auth-contract|form-errors|renew-session|session|stored-session)\\.',
  'src/lib/(transport|use-single-run)\\.',
  'src/ui/(brand|busy-button|full-page-message|toast)\\.',
  'features/auth/(return-place|roles|use-session-loaded)\\.',
]

const workParts = [
  // All of them but what one panel alone asks with.
  '@tanstack/(?!.*(useQueries|queriesObserver))',
  'node_modules/zod/',
  'contract/src/(auth|fields|lead-costs|leads|money|purchases|transactions|users)\\.',
  '@mantine/core/esm/components/(Alert|Anchor|Combobox|NativeSelect|Skeleton|Text|VisuallyHidden)/',
  'icons/Icon(AdjustmentsHorizontal|ArrowLeft|ChevronLeft|ChevronRight|Circle|CircleX|Clock)\\.',
  'icons/Icon(CloudOff|CoinRupee|ListSearch|ShoppingBag)\\.',
  'src/lib/(counts|dates|idempotency-key|money|query-client|use-debounced-text)\\.',
  'src/lib/use-focus-rescue\\.',
  'src/ui/(card-grid|colour-scheme-switch|date-field|date-time|empty-state|error-state)\\.',
  'src/ui/(masked-contact|message|milestone|money|page-header|page-window|pagination)\\.',
  'src/ui/(refresh-failed|search-panel|skeleton-list|status-badge)\\.',
  'features/leads/(lead-filters|lead-labels|lead-price|lead-search-panel|lead-words)\\.',
  'features/leads/(leads\\.api|use-lead-filters)\\.',
  'features/purchases/purchases\\.api\\.',
  'features/transactions/statement\\.api\\.',
  'features/users/(account-failed|use-account)\\.',
]

/** For rolldown's `codeSplitting.groups`. */
export const sharedChunks = [
  {
    name: 'react',
    priority: 3,
    test: anyOf(['node_modules/(react|react-dom|scheduler|react-router)/']),
  },
  { name: 'base', priority: 2, minShareCount: 4, test: anyOf(baseParts) },
  { name: 'work', priority: 1, minShareCount: 3, test: anyOf(workParts) },
]

/** One pattern for parts of a path, on every system's way of writing paths. */
function anyOf(parts: readonly string[]): RegExp {
  return new RegExp(parts.join('|').replaceAll('/', '[\\\\/]'))
}
