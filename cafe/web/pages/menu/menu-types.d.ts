/** Shapes of the menu, of what is chosen from it, and of the cart, as the HTTP interface sends them. Money is in whole UAH. */

export interface Category {
  id: number;
  name: string;
  slug: string;
  sort_order: number;
}

export interface Allergen {
  code: string;
  label: string;
  emoji: string;
}

export interface Diet {
  code: string;
  label: string;
}

export interface Option {
  id: number;
  name: string;
  /** Whole UAH, may be negative. */
  price_delta: number;
  is_default: boolean;
  is_available: boolean;
  max_quantity: number;
  allergens?: Allergen[]; // what the dish has with it
  without?: Allergen[]; // and no longer has
  diets?: Diet[]; // what it is by itself
}

/** What is chosen for a dish; `min` and `max` count pieces. */
export interface OptionGroup {
  id: number;
  name: string;
  min: number;
  max: number;
  options: Option[];
  makes?: Diet[]; // what the dish is once what is chosen here is so
}

export interface Product {
  id: number;
  category_id: number;
  name: string;
  description: string;
  weight: string;
  price: number;
  image_url: string;
  /** As it comes; `base_allergens` before any choice, where they are others. */
  allergens: Allergen[];
  base_allergens?: Allergen[];
  no_allergens?: boolean; // the cafe says so of the dish itself
  /** As it comes; `base_diets` as it was declared, where that differs. */
  diets?: Diet[];
  base_diets?: Diet[];
  marks?: ("new" | "popular" | "spicy" | "vegetarian")[];
  option_groups?: OptionGroup[];
  /** Whether it takes a line for the kitchen. */
  notes?: boolean;
}

/** A dish that the staff have stopped. */
export type SoldOut = Pick<Product, "id" | "category_id" | "name" | "weight" | "price" | "image_url">;

/** What the menu offers by itself; products by their ids, most ordered first. */
export interface Suggestions {
  again: number[];
  popular: number[];
  sold_out: SoldOut[];
}

export interface ChosenOption {
  id: number;
  quantity: number;
}

/** What the cart is asked for. Without `options` these are the product's defaults. */
export interface Choice {
  product_id: number;
  options?: ChosenOption[];
  note?: string | null;
}

export interface CartLine extends Choice {
  /** Absent where there is nothing to tell beyond the product: the plain line. */
  line_id?: number;
  /** What of the choice cannot be ordered now. */
  unavailable?: string[];
  /** Of what was chosen; absent where they are the product's. */
  allergens?: Allergen[];
  diets?: Diet[];
  name: string;
  weight: string;
  image_url: string;
  price: number;
  quantity: number;
  line_total: number;
}

export interface Cart {
  items: CartLine[];
  items_total: number;
  /** There is alcohol in it. */
  asks_age?: true;
  count: number;
}
