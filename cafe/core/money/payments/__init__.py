"""Card payments: invoices, provider reports and settlement."""
