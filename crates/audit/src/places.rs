//! Finding what can be broken in a source file. It reads Rust and knows nothing of games.

use std::ops::Range;

use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{BinOp, Expr, Type, UnOp};

use crate::rewrite::{Edit, rewrite_part};
use crate::tables::{self, Names};

/// A place in a file and the ways to break it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Bytes of the source; empty at the beginning of a function.
    pub range: Range<usize>,
    pub line: usize,
    pub function: String,
    /// The lines where the functions around it begin.
    pub inside: Vec<usize>,
    pub breaks: Vec<Break>,
}

/// One way to break a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Break {
    /// For people: `< to <=`.
    pub what: String,
    /// What stands in the code instead; at the beginning of a function, what it returns at once.
    pub text: String,
}

/// All places of a file that can be broken, the outer ones before those inside them. These constants are functions in the copy.
pub fn find(source: &str, tables: &Names) -> Result<Vec<Place>, String> {
    let file = syn::parse_file(source).map_err(|error| error.to_string())?;
    let edits = tables::edits(source, tables)?.into_iter().map(|(_, edit)| edit).collect();
    let (owner, inside, places) = (Vec::new(), Vec::new(), Vec::new());
    let mut finder = Finder { source, tables, edits, owner, inside, constant: false, places };
    finder.visit_file(&file);
    Ok(finder.places)
}

struct Finder<'a> {
    source: &'a str,
    tables: &'a Names,
    /// How the tables are written in the copy, where they stand in broken places too.
    edits: Vec<Edit>,
    /// The type and the functions around.
    owner: Vec<String>,
    /// The lines where these functions begin.
    inside: Vec<usize>,
    /// What is made by the compiler cannot ask whether it is broken.
    constant: bool,
    places: Vec<Place>,
}

impl Finder<'_> {
    fn text(&self, part: &impl Spanned) -> String {
        rewrite_part(self.source, &self.edits, part.span().byte_range()).text
    }

    fn add(&mut self, range: Range<usize>, line: usize, breaks: Vec<Break>) {
        if !self.constant && !breaks.is_empty() {
            let (function, inside) = (self.owner.join("::"), self.inside.clone());
            self.places.push(Place { range, line, function, inside, breaks });
        }
    }

    fn add_expression(&mut self, expression: &impl Spanned, breaks: Vec<Break>) {
        let span = expression.span();
        self.add(span.byte_range(), span.start().line, breaks);
    }

    /// A condition, negated; one that another break negates anyway is left to it.
    fn condition(&mut self, condition: &Expr) {
        match condition {
            Expr::Let(_) => {}
            Expr::Binary(both) if has_let(condition) => {
                self.condition(&both.left);
                self.condition(&both.right);
            }
            Expr::Binary(both) if matches!(both.op, BinOp::Eq(_) | BinOp::Ne(_)) => {}
            Expr::Unary(unary) if matches!(unary.op, UnOp::Not(_)) => {}
            Expr::Macro(call) if is_matches(call) => {}
            _ => {
                let text = format!("!({})", self.text(condition));
                self.add_expression(condition, vec![Break { what: "condition negated".to_string(), text }]);
            }
        }
    }

    fn function(&mut self, signature: &syn::Signature, body: &syn::Block, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.constant, signature.constness.is_some());
        self.owner.push(signature.ident.to_string());
        let line = signature.fn_token.span.start().line;
        self.inside.push(line);
        let start = body.brace_token.span.open().byte_range().end;
        let written = self.source[start..body.brace_token.span.close().byte_range().start].trim().to_string();
        let plain = match &signature.output {
            syn::ReturnType::Default => vec!["()".to_string()],
            syn::ReturnType::Type(_, kind) => plain_values(kind),
        };
        let breaks = plain
            .into_iter()
            .filter(|text| *text != written && !(text == "()" && written.is_empty()))
            .map(|text| Break { what: format!("returns {text} at once"), text })
            .collect();
        self.add(start..start, line, breaks);
        visit(self);
        self.inside.pop();
        self.owner.pop();
        self.constant = outside;
    }

    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        let outside = std::mem::replace(&mut self.constant, true);
        visit(self);
        self.constant = outside;
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !module.attrs.iter().any(is_cfg_test) {
            visit::visit_item_mod(self, module);
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        const WORDS: &[&str] = &["Display", "Debug", "Serialize", "Deserialize", "Show", "Appraise"];
        let of = |path: &syn::Path| {
            path.segments.last().is_some_and(|it| WORDS.iter().any(|name| it.ident == name))
        };
        if block.trait_.as_ref().is_some_and(|(_, path, _)| of(path)) {
            return;
        }
        self.owner.push(self.text(&block.self_ty));
        visit::visit_item_impl(self, block);
        self.owner.pop();
    }

    fn visit_item_fn(&mut self, it: &'ast syn::ItemFn) {
        if !it.attrs.iter().any(is_cfg_test) {
            self.function(&it.sig, &it.block, |finder| visit::visit_item_fn(finder, it));
        }
    }

    fn visit_impl_item_fn(&mut self, it: &'ast syn::ImplItemFn) {
        self.function(&it.sig, &it.block, |finder| visit::visit_impl_item_fn(finder, it));
    }

    fn visit_trait_item_fn(&mut self, it: &'ast syn::TraitItemFn) {
        if let Some(body) = &it.default {
            self.function(&it.sig, body, |finder| visit::visit_trait_item_fn(finder, it));
        }
    }

    fn visit_item_const(&mut self, it: &'ast syn::ItemConst) {
        let name = it.ident.to_string();
        let outside = std::mem::replace(&mut self.constant, !self.tables.contains(&name));
        self.owner.push(name);
        visit::visit_item_const(self, it);
        self.owner.pop();
        self.constant = outside;
    }

    fn visit_item_static(&mut self, it: &'ast syn::ItemStatic) {
        self.constant(|finder| visit::visit_item_static(finder, it));
    }

    fn visit_impl_item_const(&mut self, it: &'ast syn::ImplItemConst) {
        self.constant(|finder| visit::visit_impl_item_const(finder, it));
    }

    fn visit_trait_item_const(&mut self, it: &'ast syn::TraitItemConst) {
        self.constant(|finder| visit::visit_trait_item_const(finder, it));
    }

    /// The body of a function without a name runs when the game runs, even if it stands in a constant.
    fn visit_expr_closure(&mut self, closure: &'ast syn::ExprClosure) {
        let outside = std::mem::replace(&mut self.constant, false);
        visit::visit_expr_closure(self, closure);
        self.constant = outside;
    }

    fn visit_expr_repeat(&mut self, it: &'ast syn::ExprRepeat) {
        self.visit_expr(&it.expr);
    }

    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_item_enum(&mut self, _: &'ast syn::ItemEnum) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_pat(&mut self, _: &'ast syn::Pat) {}
    fn visit_attribute(&mut self, _: &'ast syn::Attribute) {}
    fn visit_path(&mut self, _: &'ast syn::Path) {}

    fn visit_expr_if(&mut self, it: &'ast syn::ExprIf) {
        self.condition(&it.cond);
        visit::visit_expr_if(self, it);
    }

    fn visit_expr_while(&mut self, it: &'ast syn::ExprWhile) {
        self.condition(&it.cond);
        visit::visit_expr_while(self, it);
    }

    fn visit_arm(&mut self, arm: &'ast syn::Arm) {
        if let Some((_, guard)) = &arm.guard
            && !has_let(guard)
        {
            let always = |text: &str| Break { what: format!("guard always {text}"), text: text.to_string() };
            self.add_expression(guard, vec![always("true"), always("false")]);
        }
        visit::visit_arm(self, arm);
    }

    fn visit_expr_binary(&mut self, both: &'ast syn::ExprBinary) {
        let sign = self.text(&both.op);
        if let Some(other) = turned(&sign)
            && !(has_let(&both.left) || has_let(&both.right))
        {
            let what = format!("{sign} to {other}");
            let text = match is_assignment(&both.op) {
                true => format!("{} {other} {}", self.text(&both.left), self.text(&both.right)),
                false => format!("({}) {other} ({})", self.text(&both.left), self.text(&both.right)),
            };
            self.add_expression(both, vec![Break { what, text }]);
        }
        visit::visit_expr_binary(self, both);
    }

    fn visit_expr_unary(&mut self, unary: &'ast syn::ExprUnary) {
        if let UnOp::Not(_) = unary.op {
            let text = self.text(&unary.expr);
            self.add_expression(unary, vec![Break { what: "! left out".to_string(), text }]);
        }
        visit::visit_expr_unary(self, unary);
    }

    fn visit_expr_lit(&mut self, literal: &'ast syn::ExprLit) {
        if let syn::Lit::Int(number) = &literal.lit
            && let Ok(value) = number.base10_parse::<u64>()
        {
            let next = format!("{}{}", value.saturating_add(1), number.suffix());
            let what = format!("{} to {next}", self.text(number));
            self.add_expression(literal, vec![Break { what, text: next }]);
        }
    }

    fn visit_expr_macro(&mut self, call: &'ast syn::ExprMacro) {
        if is_matches(call) {
            let text = format!("!{}", self.text(call));
            self.add_expression(call, vec![Break { what: "matches! negated".to_string(), text }]);
        }
    }
}

/// What an operator is turned into.
fn turned(sign: &str) -> Option<&'static str> {
    Some(match sign {
        "<" => "<=",
        "<=" => "<",
        ">" => ">=",
        ">=" => ">",
        "==" => "!=",
        "!=" => "==",
        "&&" => "||",
        "||" => "&&",
        "+" => "-",
        "-" => "+",
        "*" => "/",
        "/" => "*",
        "%" => "/",
        "+=" => "-=",
        "-=" => "+=",
        "*=" => "/=",
        "/=" => "*=",
        "|=" => "&=",
        "&=" => "|=",
        _ => return None,
    })
}

fn is_assignment(op: &BinOp) -> bool {
    use BinOp::*;
    matches!(op, AddAssign(_) | SubAssign(_) | MulAssign(_) | DivAssign(_) | BitOrAssign(_) | BitAndAssign(_))
}

/// Whether a condition binds something: such a chain stays as it is.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) if matches!(both.op, BinOp::And(_)) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

fn is_matches(call: &syn::ExprMacro) -> bool {
    call.mac.path.is_ident("matches")
}

fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    match &attribute.meta {
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    }
}

/// What a function of this kind returns if it does nothing.
fn plain_values(kind: &Type) -> Vec<String> {
    let one = |text: &str| vec![text.to_string()];
    let path = match kind {
        Type::Tuple(tuple) if tuple.elems.is_empty() => return one("()"),
        Type::Path(path) => path,
        _ => return Vec::new(),
    };
    let Some(last) = path.path.segments.last() else { return Vec::new() };
    match last.ident.to_string().as_str() {
        "bool" => vec!["false".to_string(), "true".to_string()],
        "u8" | "u16" | "u32" | "u64" | "usize" | "i8" | "i16" | "i32" | "i64" | "isize" => one("0"),
        "f64" => one("0.0"),
        "Option" => one("None"),
        "Vec" | "ArrayVec" => one("Default::default()"),
        "Result" | "Play" => {
            let inner = first_argument(last).map_or_else(|| one("()"), plain_values);
            inner.into_iter().map(|text| format!("Ok({text})")).collect()
        }
        _ => Vec::new(),
    }
}

fn first_argument(segment: &syn::PathSegment) -> Option<&Type> {
    let syn::PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    arguments.args.iter().find_map(|argument| match argument {
        syn::GenericArgument::Type(kind) => Some(kind),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines, functions and breaks of a source.
    fn breaks(source: &str) -> Vec<String> {
        let each = |place: Place| {
            let lead = format!("{}: {}: ", place.line, place.function);
            place.breaks.into_iter().map(move |it| format!("{lead}{} [{}]", it.what, it.text))
        };
        find(source, &Names::new()).unwrap().into_iter().flat_map(each).collect()
    }

    fn inside(body: &str) -> Vec<String> {
        let all = breaks(&format!("fn f() -> Thing {{ {body} }}"));
        all.into_iter().map(|it| it.trim_start_matches("1: f: ").to_string()).collect()
    }

    #[test]
    fn comparisons_are_turned_and_conditions_negated() {
        assert_eq!(inside("a < b"), ["< to <= [(a) <= (b)]"]);
        assert_eq!(inside("if a == b {}"), ["== to != [(a) != (b)]"]);
        assert_eq!(inside("if a(b) {}"), ["condition negated [!(a(b))]"]);
        assert_eq!(inside("if !a {}"), ["! left out [a]"]);
        assert_eq!(inside("while a > b {}"), ["condition negated [!(a > b)]", "> to >= [(a) >= (b)]"]);
        assert_eq!(inside("a || b"), ["|| to && [(a) && (b)]"]);
    }

    #[test]
    fn chains_that_bind_stay_whole() {
        assert_eq!(inside("if let Some(a) = b {}"), [""; 0]);
        assert_eq!(inside("if let Some(a) = b && c(a) {}"), ["condition negated [!(c(a))]"]);
    }

    #[test]
    fn arithmetic_is_turned_and_quantities_are_off_by_one() {
        assert_eq!(inside("a + 2"), ["+ to - [(a) - (2)]", "2 to 3 [3]"]);
        assert_eq!(inside("a -= 1_u8"), ["-= to += [a += 1_u8]", "1_u8 to 2u8 [2u8]"]);
    }

    #[test]
    fn guards_are_always_or_never_true() {
        let found = inside("match a { Some(1) if b(a) => c, _ => d }");
        assert_eq!(found, ["guard always true [true]", "guard always false [false]"]);
    }

    #[test]
    fn functions_return_nothing() {
        assert_eq!(breaks("fn f() { g() }"), ["1: f: returns () at once [()]"]);
        assert_eq!(breaks("fn f() {}"), [""; 0]);
        assert_eq!(breaks("fn f() -> bool { false }"), ["1: f: returns true at once [true]"]);
        assert_eq!(breaks("fn f() -> Play { g() }"), ["1: f: returns Ok(()) at once [Ok(())]"]);
        assert_eq!(breaks("fn f() -> Result<u8, No> { g() }"), ["1: f: returns Ok(0) at once [Ok(0)]"]);
        assert_eq!(
            breaks("impl State {\n fn f() -> Option<u8> { g() }\n}"),
            ["2: State::f: returns None at once [None]"]
        );
    }

    #[test]
    fn the_compiler_breaks_nothing() {
        assert_eq!(breaks("const A: u8 = 1 + 2;"), [""; 0]);
        assert_eq!(breaks("const fn f(a: u8) -> bool { a > 2 }"), [""; 0]);
        assert_eq!(breaks("static A: [u8; 3] = [1; 3];"), [""; 0]);
        assert_eq!(breaks("#[cfg(test)] mod tests { fn f() { g() } }"), [""; 0]);
        assert_eq!(inside("[a; 3]"), [""; 0]);
        assert_eq!(breaks("const A: F = |a| a > b;"), ["1: A: > to >= [(a) >= (b)]"]);
    }

    #[test]
    fn tables_are_called_in_broken_places_too() {
        let places = find("fn f() -> T { a > B }", &Names::from(["B".to_string()])).unwrap();
        assert_eq!(places[0].breaks[0].text, "(a) >= (B())");
    }

    #[test]
    fn macros_are_whole() {
        assert_eq!(inside("assert!(a > 1)"), [""; 0]);
        assert_eq!(inside("matches!(a, B(1))"), ["matches! negated [!matches!(a, B(1))]"]);
    }
}
