import { NumberInput, type NumberInputProps } from '@mantine/core'
import { IconCurrencyRupee } from '@tabler/icons-react'

/** A price in rupees with at most two decimals. The value is `''` while the field is empty. */
export function PriceInput(props: NumberInputProps) {
  return (
    <NumberInput
      label="Price"
      leftSection={<IconCurrencyRupee size={18} aria-hidden />}
      min={0}
      step={0.01}
      decimalScale={2}
      allowNegative={false}
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      inputMode="decimal"
      {...props}
    />
  )
}
